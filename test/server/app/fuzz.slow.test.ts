import assert from 'node:assert/strict'
import fc from 'fast-check'
import { ARM_NAMES, ENDPOINTS, METRIC_NAMES } from '../../../server/contract/contract.ts'
import { onEveryDatabase } from '../../db/databases.ts'
import { served } from '../served.ts'

const ODD_KEYS = ['fixed.page', 'fixed.rttMs', 'fixed.', '__proto__', 'constructor', 'toString', '']

const wild = fc.oneof(
  fc.string({ maxLength: 30, unit: 'binary' }),
  fc.constantFrom(
    '..%2f',
    '%00',
    "' OR 1=1 --",
    '%',
    '<script>',
    '1e999',
    '-0',
    'NaN',
    '\u202e',
    '[object Object]',
  ),
)
const plausible = fc.oneof(
  fc.integer({ min: -2, max: 40 }).map(String),
  fc.constantFrom(...METRIC_NAMES, ...ARM_NAMES),
  fc.constantFrom(
    'asc',
    'desc',
    'csv',
    'rank',
    'gain',
    'rttMs',
    'initcwnd',
    'page',
    'A',
    '20',
    'site1.test',
    'none',
    'h3-claimed',
  ),
  fc.constantFrom('2147483647', '2147483648', '9999999999', '0', '00'),
)
const value = fc.oneof({ weight: 3, arbitrary: plausible }, { weight: 1, arbitrary: wild })

/** A value for a part of the path: mostly one that is there. */
const part = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('1', '2', '0', 'site1.test') },
  { weight: 1, arbitrary: value },
)

const endpoint = fc.constantFrom(...Object.values(ENDPOINTS)).chain(({ path, query }) =>
  fc.record({
    path: fc.constant<string>(path),
    query: fc.array(fc.tuple(key(Object.keys(query.shape)), value), { maxLength: 3 }),
  }),
)

function key(known: readonly string[]): fc.Arbitrary<string> {
  const odd = fc.constantFrom(...ODD_KEYS)
  if (known.length === 0) return odd
  return fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: odd })
}

const nowhere = fc.record({ path: wild.map((text) => `/${text}`), query: fc.constant([]) })

/** URLs that are nearly right: a path of the contract or none, its parameters and query filled with anything. */
const url = fc
  .tuple(
    fc.oneof({ weight: 12, arbitrary: endpoint }, { weight: 1, arbitrary: nowhere }),
    fc.tuple(part, part),
    fc.boolean(),
  )
  .map(([{ path, query }, parts, raw]) => {
    const encode = (text: string): string =>
      raw ? text.replaceAll(/[^!-~]|[#\\]/g, '%') : encodeURIComponent(text.toWellFormed())
    let next = 0
    const filled = path.replaceAll(/:\w+/g, () => encode(parts[next++] ?? ''))
    const pairs = query.map(([name, of]) => `${encode(name)}=${encode(of)}`)
    return `${path.includes(':') ? filled : `/${encode(filled.slice(1)).replaceAll('%2F', '/')}`}?${pairs.join('&')}`
  })

/** More by hand: `TEST_FUZZ_RUNS=20000`. */
const RUNS = Number(process.env.TEST_FUZZ_RUNS ?? 400)

onEveryDatabase(
  'whatever is asked, the answer is never a fault, never a stack and repeats nothing dangerous',
  async (database, t) => {
    await using server = await served({}, database)
    const seen = new Map<number, number>()
    await fc.assert(
      fc.asyncProperty(url, fc.constantFrom('GET', 'HEAD'), async (path, method) => {
        const response = await server.get(path, { method })
        const text = await response.text()
        seen.set(response.status, (seen.get(response.status) ?? 0) + 1)
        assert.ok(response.status < 500, `${path}: ${response.status} ${text}`)
        if (response.status >= 400 && text !== '') {
          const body = JSON.parse(text) as Record<string, unknown>
          assert.deepEqual(Object.keys(body), ['error', 'message'])
          assert.doesNotMatch(String(body.message), /\bat .*:\d+|\/work|node_modules|[<>]/)
        }
      }),
      { numRuns: RUNS, seed: 4 },
    )
    t.diagnostic(JSON.stringify(Object.fromEntries(seen)))
    // Else nothing but refusals was looked at.
    assert.ok((seen.get(200) ?? 0) > 30, JSON.stringify([...seen]))
    assert.ok((seen.get(400) ?? 0) > 30)
  },
)
