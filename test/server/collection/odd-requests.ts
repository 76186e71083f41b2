import fc from 'fast-check'
import { openApiDocument } from '../../../server/app/openapi.ts'
import { COLLECTION_PATH } from '../../../server/collection/collection-path.ts'
import type { Contribution } from '../../../server/contract/contract.ts'
import { record, SITES } from './records.ts'

/** A request to the collection that may be wrong in every way. */
export interface OddRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

type Schema = Readonly<Record<string, unknown>>

const document = openApiDocument('0.1.0') as unknown as { readonly components: { readonly schemas: Schema } }

/** Values that a schema of the served OpenAPI file allows. */
function allowedBy(schema: Schema): fc.Arbitrary<unknown> {
  const { $ref, anyOf, const: constant, enum: values, type, pattern, minimum, maximum } = schema
  if (typeof $ref === 'string')
    return allowedBy(document.components.schemas[$ref.split('/').at(-1) ?? ''] as Schema)
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map((one) => allowedBy(one as Schema)))
  if (constant !== undefined) return fc.constant(constant)
  if (Array.isArray(values)) return fc.constantFrom(...values)
  if (type === 'integer') return fc.integer({ min: Number(minimum), max: Number(maximum) })
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'string') return fc.stringMatching(new RegExp(String(pattern)))
  if (type === 'array') return fc.array(allowedBy(schema.items as Schema), { minLength: 1, maxLength: 20 })
  const properties = Object.entries(schema.properties as Record<string, Schema>)
  return fc.record(Object.fromEntries(properties.map(([name, of]) => [name, allowedBy(of)])))
}

/** What the schema allows, and which also does not contradict itself: most of it is taken. */
export const taken: fc.Arbitrary<Contribution> = fc
  .record({
    site: fc.nat({ max: SITES - 1 }),
    proto: fc.constantFrom('http/1.1', 'h2'),
    age: fc.nat({ max: 8 }),
    dns: fc.option(fc.nat({ max: 600_000 })),
    connect: fc.nat({ max: 1_000 }),
    wait: fc.nat({ max: 120_000 }),
    receive: fc.nat({ max: 100_000 }),
    counts: fc.tuple(fc.nat({ max: 1_000 }), fc.nat({ max: 1_000 }), fc.nat({ max: 1_000 })),
    major: fc.integer({ min: 1, max: 999 }),
  })
  .map(({ age, dns, connect, wait, receive, counts: [h1, h2, hidden], ...rest }) =>
    record({
      ...(rest as Pick<Contribution, 'site' | 'proto' | 'major'>),
      day: `2026-11-${20 - age}`,
      t: {
        dns,
        connect,
        handshake: connect * 2,
        wait,
        receive,
        dcl: null,
        load: connect * 2 + wait + receive,
      },
      n: { requests: h1 + h2 + hidden, h1, h2, h3: 0, hidden },
    }),
  )

const strange = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    -0,
    1e308,
    -1,
    0.5,
    '',
    '\0',
    '\u202e',
    "' OR 1=1 --",
    '<script>',
    '../../etc/passwd',
  ),
  fc.constantFrom<unknown>(
    2 ** 53,
    '٣',
    '\ud800',
    [],
    {},
    'h2\n',
    'K25GW',
    '2026-02-31',
    '9999-12-31',
    null,
    true,
  ),
)

const STRANGE_KEYS = [
  '<script>',
  '__proto__',
  'constructor',
  'toString',
  'url',
  '',
  't',
  'n',
  'key',
  'length',
  'then',
]

/** A value with some of its parts taken out, exchanged or added. */
function spoilt(
  value: unknown,
  at: number,
  by: { readonly what: number; readonly key: string; readonly other: unknown },
): unknown {
  if (value === null || typeof value !== 'object') return by.other
  const entries = Object.entries(value)
  const chosen = at % (entries.length + 1)
  if (chosen === entries.length || by.what === 0) return fromEntries([...entries, [by.key, by.other]])
  if (by.what === 1) return fromEntries(entries.filter((_, index) => index !== chosen))
  return fromEntries(
    entries.map(([key, of], index) =>
      index === chosen ? [key, by.what === 2 ? by.other : spoilt(of, at >> 4, by)] : [key, of],
    ),
  )
}

/** Unlike that of Object, with `__proto__` as a key of its own. */
function fromEntries(entries: readonly (readonly [string, unknown])[]): object {
  const made: object = {}
  for (const [key, value] of entries)
    Object.defineProperty(made, key, { value, enumerable: true, configurable: true, writable: true })
  return made
}

const schemaOf = (name: string): Schema => document.components.schemas[name] as Schema
const contributions = fc.oneof(
  { weight: 3, arbitrary: taken as fc.Arbitrary<unknown> },
  { weight: 1, arbitrary: allowedBy(schemaOf('Contribution')) },
)
const sane = fc.oneof(
  { weight: 4, arbitrary: contributions },
  { weight: 1, arbitrary: allowedBy(schemaOf('Deletion')) },
)
const changes = fc.record({
  what: fc.nat({ max: 3 }),
  key: fc.constantFrom(...STRANGE_KEYS),
  other: strange,
})
const mutated = fc.tuple(sane, fc.nat(), changes).map(([value, at, by]) => spoilt(value, at, by))

const text = fc.oneof(
  { weight: 4, arbitrary: sane.map((value) => JSON.stringify(value)) },
  { weight: 5, arbitrary: mutated.map((value) => JSON.stringify(value) ?? '') },
  { weight: 2, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
)
const bytes = fc.oneof(
  { weight: 12, arbitrary: text.map((from) => Buffer.from(from)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
  {
    weight: 1,
    arbitrary: fc.tuple(text, fc.nat()).map(([from, at]) => Buffer.from(from).subarray(0, at % 400)),
  },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 40_000 }).map((size) => Buffer.alloc(size, '[')) },
)

const mostly = <T>(usual: T, ...others: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof(
    { weight: 20, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  )

/** Requests made from the served OpenAPI file: right ones, nearly right ones, and anything. */
export const oddRequest: fc.Arbitrary<OddRequest> = fc
  .record({
    method: mostly('POST', 'DELETE', 'DELETE', 'DELETE', 'PUT', 'OPTIONS', 'GET', 'PATCH'),
    path: mostly(
      COLLECTION_PATH,
      `${COLLECTION_PATH}/`,
      `${COLLECTION_PATH}?x=1`,
      `${COLLECTION_PATH}/%00`,
      '/API/V1/CONTRIBUTIONS',
    ),
    type: mostly(
      'application/json',
      'application/json; charset=utf-8',
      'text/plain',
      '',
      'application/json; charset=utf-7',
      ';;',
    ),
    encoding: mostly('', 'gzip', 'br', 'zstd', 'identity', 'x'),
    authorization: mostly('', 'Bearer x', `Bearer ${'A'.repeat(43)}`, 'Basic YTpi', 'Bearer'),
    body: bytes,
  })
  .map(({ method, path, type, encoding, authorization, body }) => ({
    ...{ method, path, body },
    headers: {
      ...(type === '' ? {} : { 'content-type': type }),
      ...(encoding === '' ? {} : { 'content-encoding': encoding }),
      ...(authorization === '' ? {} : { authorization }),
    },
  }))
