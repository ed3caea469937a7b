const longestAddress = 254;
const longestLocalPart = 64;

/** A dot-atom of RFC 5322, with the letters of other scripts (RFC 6531). */
const localPart = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;

/** Whether mail can be sent to it: one address without a name. Quoted local parts and IP addresses are not accepted. */
export const isMailAddress = (text: string): boolean => {
  if (text.length > longestAddress) return false;
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  const labels = text.slice(at + 1).split('.');
  return (
    at > 0 &&
    local.length <= longestLocalPart &&
    localPart.test(local) &&
    labels.every((label) => /^(?!-)[\p{L}\p{M}\p{N}-]{1,63}(?<!-)$/u.test(label))
  );
};
