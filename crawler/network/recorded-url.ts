/**
 * A URL as it may be recorded: without its userinfo (RFC 3986, 3.2.1), which browsers send as a password (RFC 7617).
 * What holds none comes back unchanged, and so does a text that is no absolute URL but for the same part of it.
 */
export function withoutUserinfo(url: string): string {
  const parsed = URL.parse(url)
  if (parsed === null) return withoutUserinfoText(url)
  if (parsed.username === '' && parsed.password === '') return url
  parsed.username = ''
  parsed.password = ''
  return parsed.href
}

/** A value with `withoutUserinfo` applied to each text in it that begins as a URL with an authority. */
export function withoutUserinfoIn<T>(value: T): T {
  if (typeof value === 'string')
    return (BEGINS_WITH_USERINFO.test(value) ? withoutUserinfo(value) : value) as T
  if (Array.isArray(value)) return value.map(withoutUserinfoIn) as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutUserinfoIn(each)])) as T
}

/**
 * The value of a Location header as it may be recorded. Userinfo and fragment go, the query becomes what `nameQuery`
 * makes of it (it is given the query with its `?`, and returns one): single sign-on puts tokens into all three. What
 * holds none of them comes back unchanged, what does as an absolute URL.
 *
 * @param location as sent; `base` is the URL that was asked for, against which it is read
 */
export function recordedLocation(
  location: string,
  base: string,
  nameQuery: (query: string) => string,
): string {
  const url = URL.parse(location, base)
  if (url === null) return unreadable(location, base)
  if (`${url.username}${url.password}${url.hash}${url.search}` === '') return location
  url.username = ''
  url.password = ''
  url.hash = ''
  if (url.search !== '') url.search = nameQuery(url.search)
  return url.href
}

/** Must not become a URL that can be followed: whoever reads the record would see another redirect. */
function unreadable(location: string, base: string): string {
  const text = location.replace(/[?#].*$/s, '').replaceAll(/[^/\\@]*@/g, '')
  return URL.parse(text, base) === null ? text : 'https://[unreadable]'
}

/** Browsers take a backslash for a slash, and there may be more than two. */
const BEGINS_WITH_USERINFO = /^((?:[a-z][a-z0-9+.-]*:)?[/\\]{2,})[^/\\?#]*@/i

function withoutUserinfoText(text: string): string {
  return text.replace(BEGINS_WITH_USERINFO, '$1')
}
