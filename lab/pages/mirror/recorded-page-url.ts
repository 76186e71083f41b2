import { withoutUserinfo } from '../../../crawler/network/recorded-url.ts'

/**
 * A URL as a mirror's files and messages have it: without userinfo, query and fragment, any of which may hold a secret. Its
 * server of files does not look at them.
 */
export function recordedPageUrl(url: string): string {
  return withoutUserinfo(url).replace(/[?#].*$/s, '')
}
