interface Hop {
  readonly url: string
  readonly status: number
  /** Location as sent; empty for none. */
  readonly location: string
  readonly requestId: string | null
}

/** Finds for each request, in the order of their start, the one whose redirect led to it; null where none did. */
export function redirectsOf(hops: readonly Hop[]): (number | null)[] {
  /** Redirects that nothing has followed yet: by the browser's id, and by where they lead. */
  const byId = new Map<string, number>()
  const byTarget = new Map<string, number[]>()
  return hops.map((hop, n) => {
    // chrome-har adds an r for each redirect that followed.
    const id = hop.requestId?.replace(/r+$/, '') || null
    const sameId = id === null ? null : (byId.get(id) ?? null)
    const led = sameId ?? byTarget.get(hop.url)?.shift() ?? null
    if (id !== null) byId.delete(id)
    if (hop.status >= 300 && hop.status <= 399 && hop.location !== '') {
      if (id !== null) byId.set(id, n)
      else {
        const target = URL.parse(hop.location, hop.url)?.href.replace(/#.*$/s, '')
        if (target !== undefined) byTarget.set(target, [...(byTarget.get(target) ?? []), n])
      }
    }
    return led
  })
}
