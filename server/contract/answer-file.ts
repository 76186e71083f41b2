/** Values of a query; null is left out. */
type Query = Readonly<Record<string, string | number | null>>

/**
 * The file of an answer in a static export, from the root of the site: the path of the API, then a folder for each choice
 * of the query by its name, so that no name grows too long. `/ranking?metric=a&arm=h2` is
 * `/api/v1/ranking/arm=h2/metric=a.json`; another format is its ending: `format=csv` ends in `.csv`.
 */
export function answerFile(path: string, query: Query = {}): string {
  const chosen = Object.entries(query).filter(([name, value]) => value !== null && name !== 'format')
  const parts = [
    ...path.split('/').map((part) => plainName(decodeURIComponent(part))),
    ...chosen.map(([name, value]) => `${plainName(name)}=${plainName(String(value))}`).sort(),
  ]
  return `/api/v1${parts.join('/')}.${query.format ?? 'json'}`
}

/** Keeps what has one spelling in an address, in a file system and in an object store; everything else as `~` and hex. */
function plainName(text: string): string {
  return text.replace(/[^A-Za-z0-9._-]/gu, (character) =>
    Array.from(new TextEncoder().encode(character), (byte) => `~${byte.toString(16).padStart(2, '0')}`).join(
      '',
    ),
  )
}
