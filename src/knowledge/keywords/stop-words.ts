/**
 * English stop words: they show how a question is asked, not its subject. They are indexed like any other word
 * and only omitted from queries, so that a query of nothing else ("to be or not to be") still works. Other
 * languages have no list: measured on Spanish, stop words lost more than they gained, because
 * the inverse document frequency already has this effect.
 */
export const stopWords: ReadonlySet<string> = new Set(
  `a about above after again against all am an and any are aren as at be because been before being below between
  both but by can cannot could couldn d did didn do does doesn doing don down during each few for from further
  had hadn has hasn have haven having he her here hers herself him himself his how i if in into is isn it its
  itself just ll m may me might more most must my myself no nor not now of off on once only or other our ours
  ourselves out over own re s same shall she should shouldn so some such t than that the their theirs them
  themselves then there these they this those through to too under until up us ve very was wasn we were weren
  what when where which while who whom whose why will with won would wouldn you your yours yourself yourselves`
    .split(/\s+/)
    .filter((word) => word !== ''),
);
