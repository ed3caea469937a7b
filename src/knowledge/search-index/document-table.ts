import { growColumn } from './grow-column.ts';
import { createIdColumn } from './id-column.ts';
import type { FilteredDocument } from './scope-filter.ts';

export interface IndexedDocument extends FilteredDocument {
  id: string;
  groupId: string;
  /** The served upload and its number of chunks. */
  uploadId: string;
  chunkCount: number;
  /** Models whose vectors its chunks have. */
  models: string[];
  /** Version of the analysis that made their terms. */
  termsVersion: number;
  /** Increases with every edit of its chunks. */
  contentVersion: number;
}

const firstCapacity = 1024;
const mostLoad = 0.6;
/** Documents with the same tags and attributes share them. Further ones have their own. */
const mostShared = 10_000;
/** An object with a few attributes. */
const bytesOfFilter = 300;

const noFilter: FilteredDocument = { tags: [], attributes: {} };

const createNumbering = () => {
  const numbers = new Map<string, number>();
  const names: string[] = [''];
  return {
    /** 0 for an unknown name. */
    find: (name: string): number => numbers.get(name) ?? 0,
    of: (name: string): number => {
      const known = numbers.get(name);
      if (known !== undefined) return known;
      numbers.set(name, names.length);
      return names.push(name) - 1;
    },
    nameOf: (number: number): string => names[number]!,
    get last(): number {
      return names.length - 1;
    },
  };
};

/**
 * Documents by place, from 1, in columns: about 100 bytes each. An object with strings and a Map takes ten times as much.
 * The place of a removed document is used again.
 */
export const createDocumentTable = () => {
  const ids = createIdColumn();
  const uploadIds = createIdColumn();
  const groups = createNumbering();
  const modelLists = createNumbering();
  const shared = new Map<string, FilteredDocument>();
  let ownFilters = 0;
  /** By place. `noFilter` also for free places. */
  const filters: FilteredDocument[] = [noFilter];
  /** By place: 0 for a free place, 1 for a document, 2 for one with a filter of its own. */
  let uses = new Uint8Array(firstCapacity);
  let groupNumbers = new Uint32Array(firstCapacity);
  let modelNumbers = new Uint32Array(firstCapacity);
  let chunkCounts = new Uint32Array(firstCapacity);
  let termsVersions = new Uint32Array(firstCapacity);
  let contentVersions = new Uint32Array(firstCapacity);
  const free: number[] = [];
  let lastPlace = 0;
  let size = 0;
  /** Places by the hash of the id, with open addressing. 0: none. */
  let places = new Uint32Array(firstCapacity * 2);

  const slotOf = (id: string): number => {
    const mask = places.length - 1;
    let at = ids.hashOf(id) & mask;
    while (places[at] !== 0 && !ids.equals(places[at]!, id)) at = (at + 1) & mask;
    return at;
  };

  /** 0 if it is not in the table. */
  const placeOf = (id: string): number => places[slotOf(id)]!;

  const rehash = (): void => {
    const old = places;
    places = new Uint32Array(old.length * 2);
    const mask = places.length - 1;
    for (let from = 0; from < old.length; from += 1) {
      if (old[from] === 0) continue;
      let at = ids.hashAt(old[from]!) & mask;
      while (places[at] !== 0) at = (at + 1) & mask;
      places[at] = old[from]!;
    }
  };

  const forgetPlace = (id: string): void => {
    const mask = places.length - 1;
    let gap = slotOf(id);
    // Moves later places into the gap that would not be found behind it.
    for (let at = (gap + 1) & mask; places[at] !== 0; at = (at + 1) & mask) {
      const distance = (at - ids.hashAt(places[at]!)) & mask;
      if (distance < ((at - gap) & mask)) continue;
      places[gap] = places[at]!;
      gap = at;
    }
    places[gap] = 0;
  };

  const shareFilter = ({ tags, attributes }: FilteredDocument): FilteredDocument | undefined => {
    if (tags.length === 0 && Object.keys(attributes).length === 0) return noFilter;
    const key = JSON.stringify([tags, attributes]);
    const known = shared.get(key);
    if (known || shared.size >= mostShared) return known;
    const filter = { tags, attributes };
    shared.set(key, filter);
    return filter;
  };

  const reserve = (place: number): void => {
    if (place < uses.length) return;
    uses = growColumn(uses, place + 1);
    groupNumbers = growColumn(groupNumbers, place + 1);
    modelNumbers = growColumn(modelNumbers, place + 1);
    chunkCounts = growColumn(chunkCounts, place + 1);
    termsVersions = growColumn(termsVersions, place + 1);
    contentVersions = growColumn(contentVersions, place + 1);
  };

  const put = (document: IndexedDocument, place: number): void => {
    reserve(place);
    for (; lastPlace < place; lastPlace += 1) filters[lastPlace + 1] = noFilter;
    size += 1;
    if (size > places.length * mostLoad) rehash();
    ids.set(place, document.id);
    places[slotOf(document.id)] = place;
    uploadIds.set(place, document.uploadId);
    const filter = shareFilter(document);
    if (!filter) ownFilters += 1;
    uses[place] = filter ? 1 : 2;
    filters[place] = filter ?? { tags: document.tags, attributes: document.attributes };
    groupNumbers[place] = groups.of(document.groupId);
    modelNumbers[place] = modelLists.of(JSON.stringify(document.models));
    chunkCounts[place] = document.chunkCount;
    termsVersions[place] = document.termsVersion;
    contentVersions[place] = document.contentVersion;
  };

  const modelsAt = (place: number): string[] => JSON.parse(modelLists.nameOf(modelNumbers[place]!));

  const documentAt = (place: number): IndexedDocument => ({
    id: ids.get(place),
    groupId: groups.nameOf(groupNumbers[place]!),
    uploadId: uploadIds.get(place),
    chunkCount: chunkCounts[place]!,
    models: modelsAt(place),
    termsVersion: termsVersions[place]!,
    contentVersion: contentVersions[place]!,
    ...filters[place]!,
  });

  return {
    placeOf,
    /** At a place that is free. */
    put,
    /** The place of the added document, or 0 if it was known. */
    add: (document: IndexedDocument): number => {
      if (placeOf(document.id) !== 0) return 0;
      const place = free.pop() ?? lastPlace + 1;
      put(document, place);
      return place;
    },
    /** The place that it had, or 0. */
    remove: (id: string): number => {
      const place = placeOf(id);
      if (place === 0) return 0;
      forgetPlace(id);
      ids.clear(place);
      uploadIds.clear(place);
      if (uses[place] === 2) ownFilters -= 1;
      filters[place] = noFilter;
      uses[place] = 0;
      groupNumbers[place] = 0;
      size -= 1;
      free.push(place);
      return place;
    },
    /** After documents were put at given places. */
    findFree: (): void => {
      free.length = 0;
      for (let place = lastPlace; place > 0; place -= 1) if (uses[place] === 0) free.push(place);
    },
    documentAt,
    idAt: ids.get,
    filterAt: (place: number): FilteredDocument => filters[place]!,
    chunkCountAt: (place: number): number => chunkCounts[place]!,
    has: (place: number): boolean => uses[place]! > 0,
    serves: (id: string, uploadId: string): boolean => {
      const place = placeOf(id);
      return place !== 0 && uploadIds.equals(place, uploadId);
    },
    /** By place: 1 for documents of these groups. */
    inGroups: (groupIds: readonly string[]): Uint8Array => {
      const wanted = new Uint8Array(groups.last + 1);
      for (const id of groupIds) wanted[groups.find(id)] = 1;
      wanted[0] = 0;
      const found = new Uint8Array(lastPlace + 1);
      for (let place = 1; place <= lastPlace; place += 1) found[place] = wanted[groupNumbers[place]!]!;
      return found;
    },
    /** Models of the documents at these places, of which `isWanted` is 1. */
    modelsOf: (isWanted: Uint8Array): string[] => {
      const numbers = new Set<number>();
      for (let place = 1; place <= lastPlace; place += 1)
        if (uses[place] !== 0 && isWanted[place] === 1) numbers.add(modelNumbers[place]!);
      return [
        ...new Set([...numbers].flatMap((number) => JSON.parse(modelLists.nameOf(number)) as string[])),
      ];
    },
    get lastPlace(): number {
      return lastPlace;
    },
    get bytes(): number {
      const columns = [uses, groupNumbers, modelNumbers, chunkCounts, termsVersions, contentVersions, places];
      return (
        columns.reduce((sum, { byteLength }) => sum + byteLength, 0) +
        ids.bytes +
        uploadIds.bytes +
        filters.length * 8 +
        (shared.size + ownFilters) * bytesOfFilter
      );
    },
  };
};
