/** Fields of a head by name, in lower case; each with its values, in their order. */
export type HeaderFields = ReadonlyMap<string, readonly string[]>

/**
 * Field lines of a WARC record's or an HTTP message's head, in their order. A line that begins with white space belongs to
 * the one before it (RFC 9112, 5.2; ISO 28500, 4).
 */
export function headerPairs(lines: readonly string[]): [name: string, value: string][] {
  return unfolded(lines).flatMap((line): [string, string][] => {
    const colon = line.indexOf(':')
    return colon <= 0 ? [] : [[line.slice(0, colon).trim(), line.slice(colon + 1).trim()]]
  })
}

/** The same by name. */
export function headerFields(lines: readonly string[]): HeaderFields {
  const fields = new Map<string, string[]>()
  for (const [name, value] of headerPairs(lines)) {
    const values = fields.get(name.toLowerCase()) ?? []
    values.push(value)
    fields.set(name.toLowerCase(), values)
  }
  return fields
}

/** The last value of a field, where it should have one; null where it has none. */
export function lastValue(fields: HeaderFields, name: string): string | null {
  return fields.get(name)?.at(-1) ?? null
}

/** The members of a field that is a list, of all its lines (RFC 9110, 5.3 and 5.6.1). */
export function listValues(fields: HeaderFields, name: string): string[] {
  const members = (fields.get(name) ?? []).flatMap((value) => value.split(','))
  return members.map((member) => member.trim()).filter((member) => member !== '')
}

function unfolded(lines: readonly string[]): string[] {
  const whole: string[][] = []
  for (const line of lines)
    if (/^[ \t]/.test(line) && whole.length > 0) whole.at(-1)?.push(line.trim())
    else whole.push([line])
  return whole.map((parts) => parts.join(' '))
}
