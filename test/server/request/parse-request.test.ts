import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENDPOINTS, type EndpointName } from '../../../server/contract/contract.ts'
import { parseRequest, type Raw } from '../../../server/request/parse-request.ts'

const parse = (name: EndpointName, params: Raw, query: Raw) => parseRequest(ENDPOINTS[name], params, query)

for (const [title, name, params, query, message] of [
  ['no number', 'survey', { id: '1e3' }, {}, 'The parameter id is not a whole number.'],
  ['a number too large', 'survey', { id: '2147483648' }, {}, 'The parameter id must be at most 2147483647.'],
  ['page 0', 'fieldSites', {}, { page: '0' }, 'The parameter page must be at least 1.'],
  ['an order that is none', 'sites', {}, { order: 'up' }, 'The parameter order is not one of: asc, desc.'],
  [
    'a metric that is none',
    'ranking',
    {},
    { metric: 'x' },
    'The parameter metric is not one of the known names.',
  ],
  [
    'a parameter twice',
    'ranking',
    {},
    { arm: ['h1', 'h2'] },
    /^The parameter arm is not one of|must be given once/,
  ],
  [
    'a parameter that is none',
    'adoptionTrend',
    {},
    { x: '1' },
    'The query has an unknown parameter; known are: until, format.',
  ],
  ['any parameter', 'meta', {}, { x: '1' }, 'The query has an unknown parameter; none is known here.'],
  [
    'too long a search',
    'sites',
    {},
    { q: 'a'.repeat(254) },
    'The parameter q must have at most 253 characters.',
  ],
  ['neither of two', 'waterfall', { id: '1', site: '0' }, {}, 'The query wants either arm or sample.'],
  ['a fixed factor where none is', 'ranking', {}, { 'fixed.a': '1' }, /unknown parameter/],
] as const)
  test(`a request with ${title} is refused in words of the contract`, () => {
    assert.throws(() => parse(name, params, query), { code: 'bad_request', message })
  })

test('fixed factors are one record, and a prototype is not among them', () => {
  const query = { x: 'rttMs', 'fixed.loss': '0', 'fixed.page': 'A' }
  const parsed = parseRequest<'lines'>(ENDPOINTS.lines, { id: '1' }, query)
  assert.deepEqual(parsed.query.fixed, { loss: '0', page: 'A' })
  assert.throws(
    () => parse('lines', { id: '1' }, { x: 'rttMs', 'fixed.__proto__': '0' }),
    /unknown parameter/,
  )
})
