/** Separates the values of a text about a run's machines, where they differ. */
const BETWEEN = '; '

/** Adds this machine's value to what is stored of others, each value once, in the order in which they came. */
export function joinText(stored: string, here: string): string {
  const isKnown = `${BETWEEN}${stored}${BETWEEN}`.includes(`${BETWEEN}${here}${BETWEEN}`)
  return isKnown ? stored : `${stored}${BETWEEN}${here}`
}

/** The same of the versions of programs, by name. */
export function joinVersions(
  stored: Readonly<Record<string, string>>,
  here: Readonly<Record<string, string>>,
): Record<string, string> {
  const joined: Record<string, string> = { ...stored }
  for (const [name, version] of Object.entries(here)) {
    const before = stored[name]
    joined[name] = before === undefined ? version : joinText(before, version)
  }
  return joined
}
