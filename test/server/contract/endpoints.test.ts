import assert from 'node:assert/strict' import { test } from 'node:test' import { CSV_PAGES, csvOf, HANDLERS } from
'../../../server/app/handlers.ts' import { COLLECTION_OPERATIONS } from '../../../server/collection/openapi-path.ts' import {
CAMPAIGN_ENDPOINTS } from '../../../server/contract/campaign-endpoints.ts' import type { Endpoint } from
'../../../server/contract/endpoint.ts' import { ENDPOINTS, type EndpointName } from '../../../server/contract/endpoints.ts'
import { FIELD_ENDPOINTS } from '../../../server/contract/field-endpoints.ts' import { LAB_ENDPOINTS } from
'../../../server/contract/lab-endpoints.ts' import { LOAD_ENDPOINTS } from '../../../server/contract/load-endpoints.ts' import
{ PLAIN_ENDPOINTS } from '../../../server/contract/plain-endpoints.ts' import { RANKING_ENDPOINTS, SITE_ENDPOINTS } from
'../../../server/contract/site-endpoints.ts' import { SURVEY_ENDPOINTS } from '../../../server/contract/survey-endpoints.ts'

for (const [tag, endpoints] of [ ['surveys', SURVEY_ENDPOINTS], ['sites', { ...SITE_ENDPOINTS, ...RANKING_ENDPOINTS }],
['campaigns', CAMPAIGN_ENDPOINTS], ['lab', LAB_ENDPOINTS], ['load', LOAD_ENDPOINTS], ['field', FIELD_ENDPOINTS], ] as const)
test(`endpoints of ${tag} stand in its list, and all of them in the contract`, () => { for (const [name, endpoint] of
Object.entries(endpoints)) { assert.equal(endpoint.tag, tag, name) assert.equal(ENDPOINTS[name as keyof typeof ENDPOINTS],
endpoint) } const plain: readonly Endpoint[] = Object.values(PLAIN_ENDPOINTS) const tagged = Object.values(ENDPOINTS).filter(
(endpoint) => endpoint.tag === tag && !plain.includes(endpoint), ) assert.equal(tagged.length, Object.keys(endpoints).length)
})

test('every endpoint has its handler, and a table where the contract has CSV', () => {
  assert.deepEqual(Object.keys(HANDLERS).sort(), Object.keys(ENDPOINTS).sort())
  const names = Object.keys(ENDPOINTS) as EndpointName[]
  const withCsv = names.filter((name) => ENDPOINTS[name].csv)
  assert.deepEqual(
    names.filter((name) => csvOf(name) !== undefined),
    withCsv,
  )
  for (const name of Object.keys(CSV_PAGES)) assert.ok(withCsv.some((each) => each === name))
})

test('no two endpoints have one path', () => {
  const paths = Object.values(ENDPOINTS).map(({ path }) => path)
  assert.equal(new Set(paths).size, paths.length)
})

test('contributions are sent and deleted, each with the problems that it can have', () => {
  const statuses = (method: 'post' | 'delete') => Object.keys(COLLECTION_OPERATIONS[method]?.responses ?? {})
  assert.deepEqual(statuses('delete'), ['204', '400', '413', '415', '429', '503'])
  assert.ok(['200', '201', '401', '404', '409', '422'].every((status) => statuses('post').includes(status)))
})
