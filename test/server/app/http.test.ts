import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordSample } from '../../../db/campaign/record-sample.ts'
import { ENDPOINTS } from '../../../server/contract/contract.ts'
import { claimed, heldCampaign, VALID } from '../../db/campaign/probing.ts'
import { opened } from '../../opened.ts'
import { revalidate, served } from '../served.ts'

const server = opened(served)

test('an answer has a weak entity tag and is 304 while the data is the same, another one after a write', async () => {
  const path = `/campaigns/${server.fixture.campaignId}/sites/0/cdf`
  const first = await server.get(path)
  const tag = first.headers.get('etag') ?? ''
  assert.match(tag, /^W\/"[\w-]{22}"$/)
  assert.equal(first.headers.get('cache-control'), 'public, no-cache')
  const url = `${server.url}/api/v1${path}`
  assert.deepEqual(await revalidate(url, tag), { status: 304, etag: tag, body: '' })
  assert.equal((await revalidate(`${url}?points=10`, tag)).status, 200)
  const lease = await heldCampaign(server.writer, {}, 'another')
  await recordSample(server.writer, lease, {
    sample: await claimed(server.writer, lease),
    result: VALID,
    metrics: [],
    artifacts: [],
  })
  const changed = await revalidate(url, tag)
  assert.equal(changed.status, 200)
  assert.notEqual(changed.etag, tag)
})

test('what is answered with an error has no tag and is not kept', async () => {
  const response = await server.get('/campaigns/99999')
  assert.equal(response.status, 404)
  assert.equal(response.headers.get('etag'), null)
  assert.equal(response.headers.get('cache-control'), 'no-store')
})

test('HEAD is GET without a body', async () => {
  for (const path of ['/surveys', '/sites?format=csv', '/sites?pageSize=3&format=csv']) {
    const response = await server.get(path, { method: 'HEAD' })
    assert.equal(response.status, 200, path)
    assert.match(response.headers.get('etag') ?? '', /^W\//)
    assert.equal(await response.text(), '')
  }
})

test('OPTIONS says what is allowed, to any origin; every other method is refused', async () => {
  for (const path of ['/meta', '/sites/site1.test', '/openapi.json']) {
    const options = await server.get(path, { method: 'OPTIONS', headers: { Origin: 'https://a.test' } })
    assert.equal(options.status, 204)
    assert.equal(options.headers.get('allow'), 'GET, HEAD, OPTIONS')
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const response = await server.get(path, { method })
      assert.equal(response.status, 405, `${method} ${path}`)
      assert.equal(response.headers.get('allow'), 'GET, HEAD, OPTIONS')
      assert.equal(((await response.json()) as { error: string }).error, 'method_not_allowed')
    }
  }
  const response = await server.get('/meta', { headers: { Origin: 'https://a.test' } })
  assert.equal(response.headers.get('access-control-allow-origin'), '*')
  assert.equal(response.headers.get('access-control-allow-credentials'), null)
})

test('every answer has the policy that allows nothing inline and nothing from elsewhere', async () => {
  for (const path of ['/', '/api/v1/meta', '/api/', '/assets/main-1a2b.js', '/api/v1/nothing']) {
    const { headers } = await fetch(server.url + path)
    assert.equal(
      headers.get('content-security-policy'),
      "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data:;connect-src 'self';" +
        "base-uri 'none';form-action 'none';frame-ancestors 'none';require-trusted-types-for 'script'",
    )
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('x-powered-by'), null)
  }
})

const SITE = '/campaigns/1/sites/0'

/** Each wrong request, its status, and a word of the sentence. */
const WRONG: readonly (readonly [string, number, RegExp])[] = [
  ['/nothing', 404, /no such address/],
  ['/campaigns/0', 400, /id must be at least 1/],
  ['/campaigns/-1', 400, /id is not a whole number/],
  ['/campaigns/1e3', 400, /id/],
  ['/campaigns/01', 400, /id/],
  ['/campaigns/2147483648', 400, /id must be at most 2147483647/],
  ['/campaigns/99999999999999999999', 400, /id/],
  ['/campaigns/4711', 404, /no such campaign/],
  ['/campaigns/4711/sites/0/cdf', 404, /no such campaign/],
  ['/campaigns/1/sites/77/cdf', 404, /no such site in this campaign/],
  ['/surveys/4711/adoption', 404, /no such survey/],
  ['/samples/4711999', 404, /no such sample/],
  ['/sites/nothing.test', 404, /no such site/],
  ['/sites/a%2Fb', 400, /domain is not a host name/],
  ['/sites/%3Cimg%20onerror%3D1%3E', 400, /domain is not a host name/],
  ['/sites/%E0%A4%A', 400, /cannot be understood/],
  ['/sites?colour=red', 400, /unknown parameter; known are: q, metric/],
  ['/sites?__proto__=1', 400, /unknown parameter/],
  ['/sites?page=0', 400, /page must be at least 1/],
  ['/sites?pageSize=501', 400, /pageSize must be at most 500/],
  ['/sites?page=1&page=2', 400, /page must be given once/],
  ['/sites?page=', 400, /page/],
  ['/sites?sort=colour', 400, /sort is not one of/],
  ['/sites?order=up', 400, /order is not one of: asc, desc/],
  ['/sites?format=xml', 400, /format is not one of/],
  ['/sites?fixed.a=1', 400, /unknown parameter/],
  [`/sites?q=${'a'.repeat(254)}`, 400, /q must have at most 253 characters/],
  ['/sites?campaign=4711', 404, /no such campaign/],
  [`${SITE}/cdf?metric=speed`, 400, /metric is not one of the known names/],
  [`${SITE}/cdf?points=1`, 400, /points must be at least 2/],
  [`${SITE}/cdf?points=1002`, 400, /points must be at most 1001/],
  [`${SITE}/samples?metrics=plt_ms,speed`, 400, /metrics/],
  [`${SITE}/comparisons?baseline=h4`, 400, /baseline is not one of/],
  [`${SITE}/waterfall`, 400, /wants either arm or sample/],
  [`${SITE}/waterfall?arm=h1&sample=1`, 400, /wants either arm or sample/],
  [`${SITE}/waterfall?arm=http`, 404, /no such valid sample of this arm/],
  [`${SITE}/waterfall?arm=h3`, 404, /no such HAR of this sample/],
  ['/ranking?campaign=4711', 404, /no such campaign/],
  ['/field/sites/nothing.test', 404, /no such site under study/],
  ['/field/sites?list=colour!', 400, /list is not the id of a list/],
  ['/field/sites?list=4711', 404, /no such study/],
  ['/field/sites?sort=speed', 400, /sort is not one of: site, domain/],
  ['/field/sites/site1.test?metric=plt_ms', 400, /metric is not one of: load/],
  ['/field/sites/site1.test?lab=1', 400, /lab is not a lab run and one of its conditions/],
  ['/field/sites/site1.test?lab=4711:0', 404, /no such lab condition/],
  ['/lab/runs/4711/heatmap?x=a&y=b', 404, /no such lab run/],
  ['/load/runs/4711', 404, /no such load run/],
  ['/load/runs/1/intervals?server=iis', 400, /no such server; it has: towline/],
  ['/load/runs/1/seconds?load=99', 404, /no such load in this run/],
  ['/lab/runs/1/heatmap?x=rttMs', 400, /y must be given once/],
  ['/lab/runs/1/heatmap?x=rttMs&y=rttMs', 400, /same factor/],
  ['/lab/runs/1/heatmap?x=rttMs&y=colour', 400, /no such factor; it has: downMbps/],
  ['/lab/runs/1/heatmap?x=rttMs&y=initcwnd&fixed.page=Z', 400, /never has this value/],
  ['/lab/runs/1/heatmap?x=rttMs&y=initcwnd&fixed.__proto__=1', 400, /./],
]

test('each wrong request has its code and a sentence, which repeats nothing of it', async () => {
  for (const [path, status, sentence] of WRONG) {
    const response = await server.get(path)
    const body = (await response.json()) as { error: string; message: string }
    assert.equal(response.status, status, `${path}: ${JSON.stringify(body)}`)
    assert.deepEqual(Object.keys(body), ['error', 'message'])
    assert.match(body.message, sentence, path)
    assert.equal(body.error, status === 404 ? 'not_found' : 'bad_request')
    assert.doesNotMatch(body.message, /colour|speed|onerror|red|4711|nothing\.test|\n/)
  }
  assert.equal(({} as Record<string, unknown>)['1'], undefined)
})

test('an address without a page, or with what is not there, is 404, with the page that says so', async () => {
  const { campaignId, labCampaignId, surveyId, labRunId, loadRunId } = server.fixture
  for (const [path, status] of [
    ['/', 200],
    ['/sites', 200],
    ['/sites/Site1.test', 200],
    ['/sites/unlisted.test/', 200],
    ['/sites/nosuch.test', 404],
    ['/field/site1.test', 200],
    ['/field/nosuch.test', 404],
    ['/field?list=K8W3V', 200],
    ['/field?list=NOSUCH', 404],
    [`/?campaign=${campaignId}&survey=${surveyId}`, 200],
    [`/sites/site1.test?campaign=${labCampaignId}`, 200],
    ['/sites/site1.test?campaign=999', 404],
    ['/?campaign=x', 404],
    ['/sites?survey=999', 404],
    ['/?until=999', 404],
    [`/lab?run=${labRunId}`, 200],
    ['/lab?run=77', 404],
    [`/load?run=${loadRunId}`, 200],
    ['/load?run=77', 404],
    ['/pages', 200],
    ['/lab', 200],
    ['/replay', 200],
    ['/load', 200],
    ['/nowhere', 404],
    ['/lab/9', 404],
    ['/sites/a/b', 404],
    ['/sites/%3Cimg%3E', 404],
  ] as const) {
    const page = await fetch(server.url + path)
    assert.equal(page.status, status, path)
    assert.match(await page.text(), /<title>dashboard/, path)
  }
})

test('the dashboard’s files with a hash in their names are kept for good, its page is asked for anew', async () => {
  const asset = await fetch(`${server.url}/assets/main-1a2b.js`)
  assert.equal(asset.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  for (const path of ['/', '/sites', '/sites/site1.test', '/field/site1.test']) {
    const page = await fetch(server.url + path)
    assert.equal(page.status, 200, path)
    assert.equal(page.headers.get('cache-control'), 'no-cache')
    assert.match(await page.text(), /<title>dashboard/)
  }
  for (const path of ['/assets/gone-9z.js', '/favicon.ico', '/assets/..%2f..%2fetc%2fpasswd'])
    assert.ok([403, 404, 400].includes((await fetch(server.url + path)).status), path)
  assert.equal((await fetch(server.url, { method: 'POST' })).status, 405)
})

test('health is there, and the counts name routes, not paths', async () => {
  await server.get('/sites/site1.test')
  const health = await fetch(`${server.url}/healthz`)
  assert.deepEqual(Object.keys((await health.json()) as object), ['ok', 'dataVersion'])
  const text = await server.counts()
  assert.match(
    text,
    /towline_http_request_duration_seconds_count\{method="GET",route="\/sites\/:domain",status="200"\} 1/,
  )
  assert.doesNotMatch(text, /site1\.test/)
})

test('an address that asks too often is asked to wait', async () => {
  await using small = await served({ requestsPerMinute: 3 })
  const statuses: number[] = []
  for (let index = 0; index < 4; index += 1)
    statuses.push(
      (await small.get('/surveys', { headers: { 'X-Forwarded-For': `192.0.2.${index}` } })).status,
    )
  assert.deepEqual(statuses, [200, 200, 200, 429])
  const refused = await small.get('/surveys')
  assert.equal(((await refused.json()) as { error: string }).error, 'too_many_requests')
  const others: number[] = []
  for (const path of ['/healthz', '/', '/assets/main-1a2b.js', '/', '/healthz'])
    others.push((await fetch(small.url + path)).status)
  assert.deepEqual(others, [200, 200, 200, 429, 429], 'all else has a limit of its own')
})

test('behind a proxy an address is the same one whatever port stands beside it', async () => {
  await using small = await served({ requestsPerMinute: 3, proxies: 1 })
  const statusFrom = async (from: string): Promise<number> =>
    (await small.get('/surveys', { headers: { 'X-Forwarded-For': from } })).status
  const statuses: number[] = []
  for (const from of ['1.2.3.4:5678', '1.2.3.4', '1.2.3.4:1', '1.2.3.4:2'])
    statuses.push(await statusFrom(from))
  assert.deepEqual(statuses, [200, 200, 200, 429])
  const ofV6: number[] = []
  for (const from of ['[2001:db8::1]:123', '2001:db8::1', '[2001:db8:0:1::2]', '[2001:db8::1]:7'])
    ofV6.push(await statusFrom(from))
  assert.deepEqual(ofV6, [200, 200, 200, 429])
})

test('a large answer is compressed, and its tag holds for both forms', async () => {
  const path = `/surveys/${server.fixture.surveyId}/adoption`
  const packed = await server.get(path, { headers: { 'Accept-Encoding': 'gzip' } })
  const plain = await server.get(path, { headers: { 'Accept-Encoding': 'identity' } })
  assert.equal(packed.headers.get('content-encoding'), 'gzip')
  assert.equal(plain.headers.get('content-encoding'), null)
  assert.equal(packed.headers.get('etag'), plain.headers.get('etag'))
  assert.deepEqual(await packed.json(), await plain.json())
})

test('every endpoint without a parameter in its path answers', async () => {
  for (const { path } of Object.values(ENDPOINTS).filter(({ path: of }) => !of.includes(':')))
    assert.equal((await server.get(path)).status, 200, path)
})
