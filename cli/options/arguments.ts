import { InvalidArgumentError } from 'commander'
import { OPERATIONS, type Operation } from '../../model/operation.ts'

/** A whole number from `low` to `high`, for commander's option parsers. */
export function wholeNumber(low: number, high: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (!/^\d+$/.test(text) || value < low || value > high) {
      throw new InvalidArgumentError(`must be a whole number from ${low} to ${high}.`)
    }
    return value
  }
}

/** Timers of Node hold some 24 days; no site deserves that long. */
const LONGEST_MS = 3_600_000

/** `20s`, `1500ms`, `2m` or a plain number of milliseconds, to milliseconds; an hour at most. */
export function milliseconds(text: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(text)
  const factor = { ms: 1, s: 1000, m: 60_000 }[match?.[2] ?? 'ms'] ?? 1
  const value = Number(match?.[1]) * factor
  if (match === null || !(value >= 1 && value <= LONGEST_MS))
    throw new InvalidArgumentError('must be a time such as 20s, 1500ms or 2m, an hour at most.')
  return value
}

export function operationList(text: string): Operation[] {
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !(OPERATIONS as readonly string[]).includes(name))
  if (unknown !== undefined) {
    throw new InvalidArgumentError(`'${unknown}' is not one of ${OPERATIONS.join(', ')}.`)
  }
  return names as Operation[]
}

/** A page or mail address that a site's owner can go to, as it is put into the user agent. */
export function contactUrl(text: string): string {
  if (!/^(https?:\/\/|mailto:)[!-~]+$/.test(text) || !URL.canParse(text))
    throw new InvalidArgumentError(
      'must be an address such as https://example.org/crawl or mailto:me@example.org.',
    )
  return text
}

/** Scheme, name and port of a web server, as browsers write them. */
export function originArgument(text: string): string {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
    throw new InvalidArgumentError('must be an origin such as https://towline.example, without a path.')
  return url.origin
}

/** A header value (RFC 9110, 5.5) of visible ASCII and spaces. */
export function headerText(text: string): string {
  if (!/^[!-~]+( +[!-~]+)*$/.test(text)) throw new InvalidArgumentError('must be printable ASCII.')
  return text
}

export function commaList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
