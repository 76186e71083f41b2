import { withoutUserinfo } from '../crawler/network/recorded-url.ts'

/** A URL as a recording has it: query included, without userinfo and fragment. */
export const recordedUrl = (url: string): string => withoutUserinfo(url).replace(/#.*$/s, '')

/** The same of a URL in a file of others, in the form in which browsers ask for it. */
export const importedUrl = (url: string): string => recordedUrl(URL.parse(url)?.href ?? url)
