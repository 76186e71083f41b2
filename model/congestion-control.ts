/** Names it for readers; undefined is a record from before it was stored. */
export function congestionControlWords(name: string | null | undefined): string {
  return name == null ? 'congestion control of the machine' : `congestion control ${name}`
}
