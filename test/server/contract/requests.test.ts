import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sites } from '../../../figures/sites.ts'
import {
  domainParams,
  factorName,
  fieldList,
  id,
  labCondition,
  metricList,
  paging,
} from '../../../server/contract/requests.ts'
import { SITE_SORTS } from '../../../server/contract/sorts.ts'

for (const [name, schema, valid, invalid] of [
  ['an id', id, ['1', '2147483647'], ['0', '-1', '01', '1.0', ' 1', '2147483648']],
  ['a page size', paging.pageSize, ['1', '500'], ['0', '501']],
  ['a factor', factorName, ['rttMs', 'a_1'], ['1a', 'a-b', '', 'a'.repeat(41)]],
  ['a list', fieldList, ['K8W3V', 'sandbox'], ['../x', '']],
  ['a condition of the lab', labCondition, ['1:0', '12:345'], ['0:1', '1', '1:01', '1:2:3']],
] as const)
  test(`${name} is taken as it must be written`, () => {
    for (const text of valid) assert.ok(schema.safeParse(text).success, text)
    for (const text of invalid) assert.ok(!schema.safeParse(text).success, text)
  })

test('a domain is compared in lower case, and is no path', () => {
  assert.deepEqual(domainParams.parse({ domain: 'Site1.TEST' }), { domain: 'site1.test' })
  for (const domain of ['a/b', '', '-a', 'a b', 'ä.de'])
    assert.ok(!domainParams.safeParse({ domain }).success, domain)
})

test('a list of metrics has each once, and none that is unknown', () => {
  assert.deepEqual(metricList.parse('plt_ms,,requests,plt_ms'), ['plt_ms', 'requests'])
  assert.ok(!metricList.safeParse('plt_ms,nothing').success)
})

test('sites sort by their own columns, and by a gain', () => {
  const columns = Object.keys(sites.columns)
  assert.deepEqual(
    SITE_SORTS.filter((name) => !columns.includes(name)),
    ['gain'],
  )
})
