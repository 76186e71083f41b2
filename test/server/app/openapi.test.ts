import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApiDocument, pathTemplate } from '../../../server/app/openapi.ts'
import { CHECKS_PATH } from '../../../server/checks/checks-api.ts'
import { COLLECTION_PATH } from '../../../server/collection/collection-path.ts'
import { ENDPOINTS } from '../../../server/contract/contract.ts'
import { opened } from '../../opened.ts'
import { served } from '../served.ts'

let document: Json

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type JsonObject = { [key: string]: Json }

const server = opened(served, async () => {
  document = (await (await server.get('/openapi.json')).json()) as Json
})

/** Every object of the document with the path to it. */
function* objects(value: Json, path = '#'): Iterable<[string, JsonObject]> {
  if (value === null || typeof value !== 'object') return
  if (!Array.isArray(value)) yield [path, value]
  for (const [key, inner] of Object.entries(value)) yield* objects(inner, `${path}/${key}`)
}

function at(path: string): Json | undefined {
  let found: Json | undefined = document
  for (const key of path.replace(/^#\//, '').split('/')) {
    if (found === null || typeof found !== 'object' || found === undefined) return undefined
    found = (found as JsonObject)[key]
  }
  return found
}

test('it is OpenAPI 3.1 with what every document must have', () => {
  assert.equal(at('openapi'), '3.1.0')
  assert.equal(at('info/title'), 'towline')
  assert.equal(at('info/version'), '0.1.0')
  for (const [path, item] of Object.entries(at('paths') as JsonObject)) {
    const methods = { [COLLECTION_PATH]: ['post', 'delete'], [CHECKS_PATH]: ['post'] }[path] ?? ['get']
    assert.deepEqual(Object.keys(item as JsonObject), methods, path)
    for (const method of methods) {
      const { operationId, summary, tags, responses } = (item as JsonObject)[method] as JsonObject
      assert.ok(typeof operationId === 'string' && typeof summary === 'string' && Array.isArray(tags))
      assert.ok(Object.keys(responses as JsonObject).some((status) => status.startsWith('20')))
      for (const response of Object.values(responses as JsonObject))
        assert.equal(typeof (response as JsonObject).description, 'string')
    }
  }
})

test('every reference resolves', () => {
  const references = [...objects(document)].flatMap(([path, { $ref }]) =>
    typeof $ref === 'string' ? [[path, $ref] as const] : [],
  )
  assert.ok(references.length > 50)
  for (const [path, reference] of references)
    assert.notEqual(at(reference), undefined, `${path}: ${reference}`)
})

test('every parameter of a path is described, and no other', () => {
  for (const [path, item] of Object.entries(at('paths') as JsonObject)) {
    const { parameters = [] } = (item as { get?: JsonObject }).get ?? {}
    const inPath = (parameters as JsonObject[]).filter((parameter) => parameter.in === 'path')
    const wanted = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    assert.deepEqual(inPath.map(({ name }) => name).sort(), wanted.sort(), path)
    assert.ok(inPath.every(({ required }) => required === true))
    for (const parameter of parameters as JsonObject[])
      assert.ok(parameter.schema, `${path} ${String(parameter.name)}`)
  }
})

test('ids are whole numbers with their limits', () => {
  const parameters = at('paths')?.['/api/v1/surveys/{id}' as never] as unknown as {
    get: { parameters: JsonObject[] }
  }
  const [id = assert.fail()] = parameters.get.parameters
  const { description, ...limits } = id.schema as JsonObject
  assert.equal(typeof description, 'string')
  assert.deepEqual(limits, { type: 'integer', minimum: 1, maximum: 2_147_483_647 })
})

interface Layer {
  readonly route?: { readonly path: string }
  readonly handle: { readonly stack?: readonly Layer[] }
}

test('it lists exactly the routes that exist', () => {
  const router = (server.app as unknown as { router: { stack: readonly Layer[] } }).router
  const routes = (stack: readonly Layer[]): string[] =>
    stack.flatMap(({ route, handle }) => (route === undefined ? routes(handle.stack ?? []) : [route.path]))
  const ofApi = router.stack.flatMap(({ route, handle }) =>
    route === undefined ? [routes(handle.stack ?? [])] : [],
  )
  const endpoints = ofApi.find((paths) => paths.includes('/meta')) ?? []
  assert.ok(ofApi.some((paths) => paths.includes(COLLECTION_PATH)))
  assert.ok(ofApi.some((paths) => paths.join() === `${CHECKS_PATH},${CHECKS_PATH}/:id`))
  assert.deepEqual(
    [...endpoints.map(pathTemplate), COLLECTION_PATH, CHECKS_PATH, `${CHECKS_PATH}/{id}`].sort(),
    Object.keys(at('paths') as JsonObject).sort(),
  )
  // Pictures of filmstrips are no JSON, and so no endpoint of the contract.
  assert.equal(endpoints.length, Object.keys(ENDPOINTS).length + 1)
})

test('it describes what contributions are sent and answered with, to the last field', () => {
  const item = (at('paths') as JsonObject)[COLLECTION_PATH] as Record<'post' | 'delete', JsonObject>
  const bodyOf = ({ requestBody }: JsonObject): Json | undefined => {
    const { content } = requestBody as { content: Record<string, { schema: { $ref: string } }> }
    return at(content['application/json']?.schema.$ref ?? '')
  }
  const record = bodyOf(item.post) as JsonObject
  assert.equal(record.additionalProperties, false)
  assert.deepEqual(record.required, 'v list site proto day browser major net t n reused cid key'.split(' '))
  assert.deepEqual((bodyOf(item.delete) as JsonObject).required, ['cids'])
  assert.deepEqual(Object.keys(item.post.responses as JsonObject), [
    ...['200', '201', '400', '401', '404', '409', '413', '415', '422', '429', '503'],
  ])
  assert.deepEqual(Object.keys(item.delete.responses as JsonObject), [
    '204',
    '400',
    '413',
    '415',
    '429',
    '503',
  ])
})

test('the file names the licence of the data, and every answer links to it', async () => {
  const { info } = openApiDocument('0.1.0')
  assert.equal(info.license?.identifier, 'CC-BY-4.0')
  assert.match(info.description ?? '', /The data is licensed CC-BY-4\.0/)
  const without = openApiDocument('0.1.0', null).info
  assert.equal(without.license, undefined)
  assert.match(without.description ?? '', /No licence is granted for the data/)
  for (const path of ['/meta', '/sites?format=csv', '/ranking']) {
    const { headers } = await server.get(path)
    assert.equal(headers.get('link'), '<https://creativecommons.org/licenses/by/4.0/>; rel="license"', path)
  }
})

test('the file is the same each time it is made', () => {
  assert.deepEqual(JSON.parse(JSON.stringify(openApiDocument('0.1.0'))), document)
})
