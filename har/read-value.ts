/** Values of a file that anybody may have written, each as what it should be or as nothing. */
export type Json = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function objectOf(value: unknown): Json {
  return isObject(value) ? value : {}
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Empty where it is no text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Returns null where it is no number; a number in quotes is none. */
export function finite(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** Milliseconds since 1970 of an ISO 8601 date with a time zone; without one nobody knows when it was. */
export function dateMs(value: unknown): number | null {
  const text = textOf(value)
  const atMs = ISO_8601.test(text) ? Date.parse(text.replace(SHORT_ZONE, '$1:$2')) : Number.NaN
  return Number.isFinite(atMs) ? atMs : null
}

const ISO_8601 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/
/** `+0100`, which Date.parse need not understand. */
const SHORT_ZONE = /([+-]\d{2})(\d{2})$/
