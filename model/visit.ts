/**
 * A browser's knowledge of a site when it loads a page of it: a closed list. Of most a first load prepares, and a second one,
 * over connections of its own, is measured; of `https-record` and `alt-svc-first` nothing is prepared either.
 */
export const VISITS = {
  cold: 'nothing is known of the site',
  'https-record': 'nothing is known of the site; the HTTPS record of its name announces HTTP/3',
  'alt-svc-first': 'nothing is known of the site; its responses announce HTTP/3',
  'alt-svc-second': 'it is known that the site speaks HTTP/3; no session of it can be resumed',
  resumed: 'a session of the site is resumed; the cache of responses is empty',
  'zero-rtt': 'a session is resumed, and the first request goes as early data, which the server takes',
  'warm-cache': 'every response is fresh, the document’s too, and comes from the cache',
} as const

export type Visit = keyof typeof VISITS
export const VISIT_NAMES = Object.keys(VISITS) as [Visit, ...Visit[]]
