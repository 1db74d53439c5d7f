/** The names by which a program reaches tools. */

/**
 * What a program can write behind `tools.`, by the names of the tools: a name that is an identifier is itself, in another one
 * each character that is not fit becomes `_`, and where that is taken, the name stays as it is (`tools["my-tool"]`). It does not
 * depend on the order of the names.
 */
export function guestKeys(names: Iterable<string>): ReadonlyMap<string, string> {
  const sorted = [...new Set(names)].sort();
  const keys = new Map(sorted.filter((name) => toIdentifier(name) === name).map((name) => [name, name]));
  const taken = new Set(keys.keys());
  for (const name of sorted) {
    if (keys.has(name)) continue;
    const identifier = toIdentifier(name);
    keys.set(name, taken.has(identifier) ? name : identifier);
    taken.add(identifier);
  }
  return keys;
}

function toIdentifier(name: string): string {
  const identifier = name.replace(/[^A-Za-z0-9_$]/g, "_");
  return /^[A-Za-z_$]/.test(identifier) ? identifier : `_${identifier}`;
}
