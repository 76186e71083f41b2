import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Source } from '../../../../web/citation/source.ts'
import { numberOf } from '../../../../web/client/address.ts'
import { h } from '../../../../web/dom/h.ts'
import type { ProbedSite } from '../../../../web/views/site/probed-site.ts'
import { compositionSection } from '../../../../web/views/site/site-composition.ts'
import { insideChoices, insideSection } from '../../../../web/views/site/site-inside.ts'
import { samplesSection } from '../../../../web/views/site/site-samples.ts'
import { surveySection } from '../../../../web/views/site/site-survey.ts'
import { timesSection } from '../../../../web/views/site/site-times.ts'
import {
  waterfallChoices,
  waterfallControls,
  waterfallsBlock,
} from '../../../../web/views/site/site-waterfalls.ts'
import { servedApi } from '../served-api.ts'
import { showView } from '../shown-view.ts'

const ARMS = ['h1', 'h2', 'h3'] as const

const SOURCE: Source = {
  ...{ name: 'Campaign 1', date: '2026-11-21', size: '36 valid loads', conditions: [], caveat: null },
  ...{ choices: { campaign: '1' }, fileWords: 'campaign-1-2026-11-21' },
}

const PROBED: ProbedSite = {
  domain: 'site1.test',
  source: SOURCE,
  campaignId: 1,
  path: '/campaigns/1/sites/0',
  arms: ARMS,
  counts: ARMS.map((arm) => ({ arm, valid: 12, invalid: 1, failed: 2, repeated: 0 })),
  metric: 'plt_ms',
  baseline: 'h1',
}

test('the page’s composition has medians with n, and a row a host', async () => {
  const { api } = await servedApi()
  const composition = await api.get('siteComposition', '/campaigns/1/sites/0/composition', { arm: 'h2' })
  const { text, texts } = await showView(() => compositionSection(composition))
  assert.match(text, new RegExp(`Campaign 1, HTTP/2: medians, n = ${composition.samples} valid samples`))
  assert.deepEqual(
    texts('[scope=row]'),
    composition.hosts.map(({ host }) => host),
  )
  const bare = await showView(() => compositionSection({ ...composition, requests: null, hosts: [] }))
  assert.match(bare.text, /requestsnot known/)
  assert.equal(bare.texts('table').length, 0)
})

test('the waterfalls are of the first arm beside HTTP/3 where nothing else is chosen', () => {
  const choices = (search: string, arms: readonly ('h1' | 'h2' | 'h3')[] = ARMS) =>
    insideChoices(new URLSearchParams(search), arms)
  assert.deepEqual(choices(''), { left: 'h1', right: 'h3', statistic: 'median' })
  assert.deepEqual(choices('left=h3&statistic=mean'), { left: 'h3', right: 'h3', statistic: 'mean' })
  assert.deepEqual(choices('right=h9', ['h1', 'h2']), { left: 'h1', right: 'h2', statistic: 'median' })
})

test('how requests are arranged comes from the address, and what is not to be had is left out', () => {
  const choices = (search: string) => waterfallChoices(new URLSearchParams(search))
  assert.deepEqual(choices(''), { view: 'requests', order: 'start', aligned: true })
  assert.deepEqual(choices('rows=connections&order=connection&align=none'), {
    ...{ view: 'connections', order: 'connection', aligned: false },
  })
  assert.deepEqual(choices('rows=x&order=y&align=z'), choices(''))
})

test('choices about rows are made in the address; those without an effect are not offered', async () => {
  const shown = await showView(
    (context) => h('div', ...waterfallControls(context, 2).filter((each) => each !== null)),
    { search: 'align=none' },
  )
  assert.deepEqual(shown.texts('span'), ['rows', 'ordered by', 'two loads'])
  shown.choose('#rows', 'connections')
  shown.choose('#order', 'connection')
  shown.choose('#align', 'url')
  assert.deepEqual(shown.choices, [{ rows: 'connections' }, { order: 'connection' }, { align: null }])
  const offered = (search: string, arms: number) =>
    waterfallControls({ go: () => {}, query: new URLSearchParams(search) }, arms).filter(Boolean).length
  assert.deepEqual([offered('', 1), offered('rows=connections', 2)], [2, 1])
})

test('phases and protocols say n and what was left out of each arm', async () => {
  const { api } = await servedApi()
  const { text } = await showView((context) => insideSection(context, PROBED), { api })
  assert.match(text, /HAR phases, medians/)
  assert.match(text, /HTTP\/1\.1: n = \d+, 3 left out/)
})

test('an arm whose loads have no HAR has no waterfall, and the reason is said', async () => {
  const { api } = await servedApi()
  const { text } = await showView((context) => waterfallsBlock(context, PROBED, ['h3']), { api })
  assert.match(text, /There is no waterfall of HTTP\/3: the HAR of its median load is not stored\./)
})

test('times are verdicts, a distribution with its quantiles, and samples', async () => {
  const { api } = await servedApi()
  const shown = await showView((context) => timesSection(context, PROBED), { api, search: 'scale=log' })
  assert.deepEqual(shown.texts('h3'), ['Distribution of page load time', 'Samples, round by round'])
  assert.match(shown.text, /page load time, logarithmic/)
  assert.deepEqual(shown.texts('[scope=row]').slice(0, 3), ['least', '5 %', '25 %'])
  shown.choose('#scale', 'linear')
  assert.deepEqual(shown.choices, [{ scale: null }])
})

test('a long campaign’s samples come in parts, which lead to each other', async () => {
  const { api } = await servedApi()
  const series = await api.get('series', `${PROBED.path}/series`, { metric: 'plt_ms', from: 4, rounds: 4 })
  const cdf = await api.get('cdf', `${PROBED.path}/cdf`, { metric: 'plt_ms' })
  const { text, root } = await showView((context) => samplesSection(context, PROBED, series, cdf), {
    search: 'from=4',
  })
  assert.match(text, /Samples, round by round, rounds 4 to 7/)
  const later = root.querySelector('#later-rounds')?.attributes.get('href') ?? ''
  assert.equal(numberOf(new URLSearchParams(later.slice(2)), 'from', 0), 8)
  assert.equal(root.querySelector('#earlier-rounds')?.attributes.get('href'), '/')
})

test('the survey’s operations are counted, and a failure comes with what it means', async () => {
  const { api } = await servedApi()
  const detail = await api.get('site', '/sites/site1.test')
  const { survey } = detail
  const [operation] = survey?.operations ?? []
  assert.ok(survey && operation)
  const failed = { ...operation, failure: 'tcp_refused' }
  const { text } = await showView(() =>
    surveySection({ ...detail, survey: { ...survey, operations: [failed] } }, null),
  )
  assert.match(text, /Its 1 network operation/)
  assert.match(text, /tcp_refused the connection was refused/)
})
