import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ARMS } from '../../../model/arm.ts'
import { ratioRangeText, ratioText } from '../../../model/ratio-text.ts'
import { opened } from '../../opened.ts'
import { served } from '../served.ts'

const server = opened(served)

const badge = (path: string): Promise<Response> => fetch(`${server.url}/badge/${path}`)
/** What is written in its fields, and its sentence. */
function read(svg: string): { readonly fields: string[]; readonly sentence: string } {
  const texts = (element: string): string[] =>
    [...svg.matchAll(new RegExp(`<${element}[^>]*>([^<]*)</${element}>`, 'g'))].map(([, text = '']) => text)
  return { fields: texts('text'), sentence: texts('title')[0] ?? '' }
}

test('a badge has the gain, interval and sentence that the site’s page has, for each arm', async () => {
  const { campaignId, campaigns } = await server.answer('site', '/sites/site1.test')
  const { site } = campaigns.find((each) => each.campaignId === campaignId) ?? assert.fail()
  const { rows } = await server.answer('comparisons', `/campaigns/${campaignId}/sites/${site}/comparisons`)
  let decided = 0
  for (const { arm, gain, gainInterval, verdict, sentence } of rows) {
    const response = await badge(`site1.test.svg?arm=${arm}`)
    assert.deepEqual(
      [response.status, response.headers.get('content-type')],
      [200, 'image/svg+xml; charset=utf-8'],
    )
    const shown = read(await response.text())
    assert.equal(shown.sentence, `site1.test, campaign ${campaignId}: ${sentence}`)
    const [left = '', right] = shown.fields
    assert.ok(left.endsWith(ARMS[arm].label))
    if (verdict === 'faster' || verdict === 'slower') {
      decided += 1
      const { low = Number.NaN, high = Number.NaN } = gainInterval ?? {}
      assert.equal(right, `${ratioText(gain ?? Number.NaN)}× (${ratioRangeText([low, high])})`)
    } else assert.equal(right, verdict)
  }
  assert.ok(decided > 0)
  const newest = rows.findLast(({ gain }) => gain !== null)
  const chosen = await badge('site1.test.svg')
  assert.ok(read(await chosen.text()).fields[0]?.endsWith(ARMS[newest?.arm ?? 'h1'].label))
})

test('a badge is 304 while the data is the same', async () => {
  const first = await badge('site1.test.svg')
  const tag = first.headers.get('etag') ?? ''
  assert.equal(first.headers.get('cache-control'), 'public, no-cache')
  const again = await fetch(first.url, { headers: { 'If-None-Match': tag, 'Cache-Control': '' } })
  assert.equal(again.status, 304)
})

test('what is not there is 404, what is not understood 400, and nothing of it is repeated', async () => {
  for (const [path, status] of [
    ['nosuch.test.svg', 404],
    ['site1.test.svg?campaign=999', 404],
    ['site1.test', 404],
    ['%3Cscript%3E.svg', 404],
    ['site1.test.svg?arm=h1', 404],
    ['site1.test.svg?arm=%3Cscript%3E', 400],
    ['site1.test.svg?metric=lcp_ms', 400],
  ] as const) {
    const response = await badge(path)
    assert.equal(response.status, status, path)
    assert.doesNotMatch(await response.text(), /script|nosuch|999|<svg/)
  }
})
