import { hasTooManyValues } from './json-values.ts'
import type { ReadRefusal } from './read-refusal.ts'

/** The value of a HAR’s text, which may be wrapped in a call (JSONP, `.harp`); else why it is none. */
export function harJson(text: string): { readonly value: unknown } | { readonly refused: ReadRefusal } {
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
