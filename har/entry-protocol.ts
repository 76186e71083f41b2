import type { Entry } from 'har-format'

const VERSIONS = {
  h1: /^http\/1\.\d$/i,
  h2: /^(?:h2|http\/2(?:\.0)?)$/i,
  h3: /^(?:h3|http\/3(?:\.0)?)$/i,
} as const

export type HttpVersion = keyof typeof VERSIONS

export const HTTP_VERSIONS = Object.keys(VERSIONS) as HttpVersion[]

/** Names what a response came by, as browsers (`h2`) and other makers of HARs (`HTTP/2.0`) name it; null for anything else. */
export function protocolOf({ response }: Entry): HttpVersion | null {
  return HTTP_VERSIONS.find((name) => VERSIONS[name].test(response.httpVersion)) ?? null
}
