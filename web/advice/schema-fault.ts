/** The part of JSON Schema that the published schemas of this project use. */
export interface JsonSchema {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, JsonSchema>>
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly prefixItems?: readonly JsonSchema[]
}

/**
 * Says where a value is not what a schema says, and how: `replays.networks[0].arms is missing`; null: it is. Members that the
 * schema does not know are let through, as a later version may add them.
 */
export function schemaFault(value: unknown, root: JsonSchema): string | null {
  const faultAt = (value: unknown, schema: JsonSchema, path: string): string | null => {
    if (schema.$ref !== undefined) {
      const named = root.$defs?.[schema.$ref.replace('#/$defs/', '')]
      return named === undefined ? null : faultAt(value, named, path)
    }
    if (schema.anyOf !== undefined) {
      const faults = schema.anyOf.map((each) => faultAt(value, each, path))
      // A null of one of them says more of a value that is there by the other.
      return faults.includes(null) ? null : (faults[0] ?? null)
    }
    const name = path === '' ? 'the file' : path
    const types = schema.type === undefined ? [] : [schema.type].flat()
    if (types.length > 0 && !types.some((type) => hasType(value, type)))
      return `${name} is ${kindOf(value)} instead of ${types.map((type) => KINDS[type] ?? type).join(' or ')}`
    const allowed = schema.const === undefined ? schema.enum : [schema.const]
    if (allowed !== undefined && !allowed.includes(value)) return `${name} has a value that is not known`
    if (Array.isArray(value)) {
      const { prefixItems, items } = schema
      if (prefixItems !== undefined && value.length !== prefixItems.length)
        return `${name} has ${value.length} values instead of ${prefixItems.length}`
      return firstOf(value, (each, index) => {
        const own = prefixItems?.[index] ?? items
        return own === undefined ? null : faultAt(each, own, `${path}[${index}]`)
      })
    }
    if (typeof value !== 'object' || value === null) return null
    const dot = path === '' ? '' : `${path}.`
    const missing = schema.required?.find((key) => !Object.hasOwn(value, key))
    if (missing !== undefined) return `${dot}${missing} is missing`
    return firstOf(Object.entries(schema.properties ?? {}), ([key, own]) =>
      Object.hasOwn(value, key)
        ? faultAt((value as Record<string, unknown>)[key], own, `${dot}${key}`)
        : null,
    )
  }
  return faultAt(value, root, '')
}

const KINDS: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : (KINDS[typeof value] ?? typeof value)
}

function hasType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return type === 'integer' ? Number.isInteger(value) : typeof value === type
}

function firstOf<T>(
  values: readonly T[],
  faultOf: (value: T, index: number) => string | null,
): string | null {
  for (const [index, value] of values.entries()) {
    const fault = faultOf(value, index)
    if (fault !== null) return fault
  }
  return null
}
