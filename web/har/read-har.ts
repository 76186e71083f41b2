import { readPages } from '../../har/har-page.ts'
import { isObject, type Json, listOf, objectOf, textOf } from '../../har/read-value.ts'
import { isAutomation, namedBrowser } from './har-browser.ts'
import type { HarEntry, HarFile } from './har-file.ts'
import { hasTooManyValues } from './json-values.ts'
import { readConnectivity, readPageFields } from './page-fields.ts'
import { readEntry } from './read-entry.ts'
import type { ReadRefusal } from './read-refusal.ts'
import { unpack } from './unpack.ts'

/** The value of a HAR’s text, which may be wrapped in a call (JSONP, `.harp`); else why it is none. */
function harJson(text: string): { readonly value: unknown } | { readonly refused: ReadRefusal } {
  const trimmed = text.trim()
  if (trimmed === '') return { refused: 'empty' }
  const json = CALL.test(trimmed) ? inner(trimmed) : trimmed
  if (hasTooManyValues(json)) return { refused: 'too_many_values' }
  try {
    return { value: JSON.parse(json) }
  } catch {
    return { refused: whyNotJson(json) }
  }
}

/** A name, as in `onInputData({ … })`; what is no such call is parsed as it is. */
const CALL = /^[\w$.]{1,100}\s*\(/

function inner(call: string): string {
  return call.slice(call.indexOf('(') + 1).replace(/\)\s*;?$/, '')
}

function whyNotJson(text: string): ReadRefusal {
  const start = text.slice(0, 1_000)
  if (/^(?:<!doctype html|<html|from:.*\bmime-version:)/is.test(start)) return 'web_archive'
  if (start.startsWith('<')) return 'xml'
  return /^\{\s*"(?:log|version|creator|pages|entries)"/.test(start) && !isClosed(text)
    ? 'cut_off'
    : 'not_json'
}

/** Every bracket that the text opens outside its strings is closed again. */
function isClosed(text: string): boolean {
  let open = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const character = text[i]
    if (inString && character === '\\') i++
    else if (character === '"') inString = !inString
    else if (!inString && (character === '{' || character === '[')) open++
    else if (!inString && (character === '}' || character === ']')) open--
  }
  return !inString && open <= 0
}

/** safety.md P11. */
export const MOST_ENTRIES = 20_000

type ReadHar = { readonly har: HarFile } | { readonly refused: ReadRefusal }

/**
 * Reads a file as a HAR of whatever origin: 1.1 or 1.2, with a byte order mark, as JSONP, packed by gzip. Never throws:
 * a file that is no HAR is refused with a reason. What is missing or of the wrong kind is null.
 */
export async function readHar(bytes: Uint8Array<ArrayBuffer>): Promise<ReadHar> {
  const unpacked = await unpack(bytes)
  if ('refused' in unpacked) return unpacked
  const json = harJson(unpacked.text)
  return 'refused' in json ? json : readHarValue(json.value)
}

/** {@link readHar} of a value that is there already. */
export function readHarValue(value: unknown): ReadHar {
  const log = logOf(value)
  if (log === null) return { refused: whatElse(value) }
  const entries = listOf(log.entries)
  if (entries.length > MOST_ENTRIES) return { refused: 'too_many_entries' }
  const read = entries.flatMap((entry): HarEntry[] => (isObject(entry) ? [readEntry(entry)] : []))
  if (read.length === 0) return { refused: 'no_entries' }
  const creator = textOf(objectOf(log.creator).name)
  const browser = objectOf(log.browser)
  return {
    har: {
      version: VERSIONS.find((version) => version === log.version) ?? null,
      creator: CREATORS.find((name) => creator.toLowerCase() === name) ?? null,
      browser: namedBrowser(textOf(browser.name), textOf(browser.version)),
      automated:
        [creator, textOf(browser.name)].some(isAutomation) || read.some(({ automated }) => automated),
      pages: readPages(listOf(log.pages), (page) => ({
        fields: readPageFields(page),
        connectivity: readConnectivity(page),
      })),
      entries: read,
    },
  }
}

const VERSIONS = ['1.1', '1.2'] as const
const CREATORS = ['firefox', 'playwright'] as const

/** Some tools leave the `log` around a HAR away. */
function logOf(value: unknown): Json | null {
  if (!isObject(value)) return null
  if (isObject(value.log)) return Array.isArray(value.log.entries) || isEmptyLog(value.log) ? value.log : null
  return Array.isArray(value.entries) ? value : null
}

/** Checks as HAR has it, but for the list of entries, which some leave away where there are none. */
function isEmptyLog(log: Json): boolean {
  return log.entries === undefined && typeof log.version === 'string'
}

function whatElse(value: unknown): ReadRefusal {
  if (!isObject(value)) return 'no_log'
  if (isObject(value.constants) && Array.isArray(value.events)) return 'net_log'
  return Array.isArray(value.traceEvents) ? 'trace' : 'no_log'
}
