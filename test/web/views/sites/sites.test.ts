import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EndpointName } from '../../../../server/contract/contract.ts'
import type { Api, ApiQuery } from '../../../../web/client/api.ts'
import { siteControls } from '../../../../web/views/sites/site-filters.ts'
import { sites } from '../../../../web/views/sites/sites.ts'
import { servedApi } from '../served-api.ts'
import { type Shown, showView } from '../shown-view.ts'

async function show(search = ''): Promise<Shown> {
  return showView(sites, { ...(await servedApi()), pathname: '/sites', search })
}

test('every site has a row with what it speaks, and its gains where it was probed', async () => {
  const { texts, root } = await show()
  assert.equal(texts('[scope=row]').length, 31)
  const [first] = root.querySelectorAll('tr').slice(1)
  assert.match(first?.textContent ?? '', /^1site1\.test▲faster: 1\.\d\d× 1\.\d\d–1\.\d\d.*●yes/)
})

test('filters and the order come from the address', async () => {
  const { texts } = await show('protocol=h3&sort=domain&order=desc')
  const names = texts('[scope=row]')
  assert.ok(names.length > 1 && names.length < 31)
  assert.deepEqual(names, names.toSorted().reverse())
})

test('gains are over the baseline and in the metric of the address', async () => {
  const { text, texts } = await show('baseline=h2&metric=ttfb_ms')
  assert.match(text, /Gains compare with HTTP\/2 in time to first byte/)
  assert.deepEqual(
    texts('th').filter((heading) => heading.startsWith('gain')),
    ['gain of HTTP/1.1', 'gain of HTTP/3'],
  )
})

test('no site that matches is said, with what to do', async () => {
  const { text, texts } = await show('q=nothing-like-it')
  assert.match(text, /No site matches\. Fewer filters/)
  assert.equal(texts('table').length, 0)
})

test('a filter that is chosen goes to the first page', async () => {
  const shown = await showView(
    (context) =>
      siteControls(context, { q: '', protocol: '', cdn: '', probed: '', metric: 'plt_ms', baseline: 'h1' }),
    {},
  )
  shown.choose('#protocol', 'h3')
  shown.choose('#probed', 'yes')
  assert.deepEqual(shown.choices, [
    { protocol: 'h3', page: null },
    { probed: 'yes', page: null },
  ])
})

test('the table is from the survey and the campaign of the address, with selectors of both', async () => {
  const { api } = await servedApi()
  const asked: unknown[] = []
  const several = {
    async get(name: EndpointName, path: never, query: ApiQuery = {}) {
      if (name === 'sites') asked.push([query.survey, query.campaign])
      // The second of each is a copy: the server has one.
      if (name === 'surveys') {
        const { surveys } = await api.get('surveys', '/surveys')
        return { surveys: surveys.flatMap((one) => [{ ...one, id: 7 }, one]) }
      }
      if (name === 'campaigns') {
        const { campaigns } = await api.get('campaigns', '/campaigns')
        return { campaigns: campaigns.flatMap((one) => [{ ...one, id: one.id + 8 }, one]) }
      }
      return api.get(name, path, { ...query, survey: null, campaign: null })
    },
  } as Api
  const shown = await showView(sites, { api: several, search: 'survey=1&campaign=9&page=2' })
  assert.deepEqual(asked, [[1, 9]])
  assert.deepEqual(shown.pinned, { survey: '1', campaign: '9' })
  shown.choose('#survey', '7')
  shown.choose('#campaign', '1')
  assert.deepEqual(
    shown.choices.map(({ survey, campaign, page }) => [survey, campaign, page]),
    [
      ['7', '9', null],
      ['1', '1', null],
    ],
  )
  const links = shown.root.querySelectorAll('.files a').map(({ attributes }) => attributes.get('href') ?? '')
  for (const link of links) assert.match(link, /campaign=9.*survey=1|survey=1.*campaign=9/)
})
