/** Choices that hold on every page: which data is looked at. */
const CARRIED = ['survey', 'campaign'] as const

/** An address of another page with the choices of this one that hold there too, unless it makes them itself. */
export function withCarriedChoices(href: string, search: string): string {
  const address = new URL(href)
  const chosen = new URLSearchParams(search)
  let changed = false
  for (const name of CARRIED) {
    const value = chosen.get(name)
    if (value === null || address.searchParams.has(name)) continue
    address.searchParams.set(name, value)
    changed = true
  }
  if (!changed) return href
  address.searchParams.sort()
  return address.href
}
