import assert from 'node:assert/strict'
import { test } from 'node:test'
import { site } from '../../../../web/views/site/site.ts'
import { servedApi } from '../served-api.ts'
import { type Shown, showView } from '../shown-view.ts'

async function show(domain: string, search = ''): Promise<Shown> {
  const { api } = await servedApi()
  return showView((context) => site(context, domain), { api, pathname: `/sites/${domain}`, search })
}

test('a probed site has its facts, its verdicts, its times, what is inside its loads and its survey', async () => {
  const { texts, text } = await show('site1.test')
  assert.deepEqual(texts('h2'), ['Page load time', 'Inside the load', 'The page', 'The survey'])
  assert.match(text, /Campaign 1 of 2026-11-21.*HTTP\/1\.1 12 valid/)
  assert.match(text, /HTTP\/2 is faster than HTTP\/1\.1: gain/)
})

test('the metric, the baseline and the arms of the waterfalls come from the address', async () => {
  const shown = await show('site1.test', 'metric=fcp_ms&baseline=h2&left=h1&right=h2&statistic=mean')
  assert.match(shown.text, /First contentful paint.*compared with|compared with.*First contentful paint/)
  assert.match(shown.text, /HTTP\/3 is faster than HTTP\/2|HTTP\/3 and HTTP\/2|between HTTP\/3 and HTTP\/2/)
  assert.deepEqual(shown.texts('figcaption').slice(2, 4), [
    'Waterfalls: HTTP/1.1 and HTTP/2',
    'HAR phases, means',
  ])
  shown.choose('#baseline', 'h1')
  shown.choose('#statistic', 'median')
  assert.deepEqual(shown.choices, [{ baseline: null }, { statistic: null }])
})

test('a site that was surveyed and never loaded has no times, and says why', async () => {
  const { texts, text } = await show('site9.test')
  assert.deepEqual(texts('h2'), ['The survey'])
  assert.match(text, /No campaign has loaded the page of this site yet/)
})

test('a site that no survey has says so; one that nobody has is an error in words', async () => {
  assert.match((await show('unlisted.test')).text, /No finished survey has this site/)
  assert.match((await show('nothing.test')).text, /404: There is no such site\.$/)
})
