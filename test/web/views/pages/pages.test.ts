import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { pages } from '../../../../web/views/pages/pages.ts'
import { writeComposedCampaign } from '../../../server/campaign/composed-campaign.ts'
import { NO_DEFAULTS } from '../no-defaults.ts'
import { servedApi } from '../served-api.ts'
import { type Shown, showView } from '../shown-view.ts'

let campaign = 0

before(async () => {
  const { server } = await servedApi()
  campaign = await writeComposedCampaign(server.writer, {
    surveyId: server.fixture.surveyId,
    sites: [1, 2, 3, 4, 5, 6, 7].map((rank) => ({
      ...{ domain: `site${rank}.test`, rank },
      measured: {
        h1: {
          ...{ requests: 10 * rank, domains: rank, connections: 6 * rank },
          ...{ har_bytes: 1_000_000, share_top1: rank / 10 },
        },
        h2: rank === 7 ? null : { requests: 10 * rank, connections: rank },
      },
    })),
  })
})

async function show(search = `campaign=${campaign}`): Promise<Shown> {
  return showView(pages, { api: (await servedApi()).freshApi(), pathname: '/pages', search })
}

test('the median page is said in words, with the interval of each number', async () => {
  const { texts } = await show()
  // Of two samples a site, the second with one more of whatever is counted: medians are half of one above.
  assert.match(
    texts('.lede')[0] ?? '',
    /^The median page makes 40\.5 requests \(10\.5–70\.5\) to 4\.50 hosts \(1\.50–7\.50\) and weighs 1\.00 MB \(1\.00 MB\); its largest host answers 40\.0 % \(10\.0–70\.0 %\) of the requests\. Each is a median over 7 sites, with its 95 % interval\.$/,
  )
})

function textsWithin(element: Shown['root'] | null, selector: string): readonly string[] {
  return element?.querySelectorAll(selector).map(({ textContent }) => textContent) ?? []
}

test('a figure each property; connections under every arm, the rest under the chosen one', async () => {
  const { root, texts } = await show()
  assert.deepEqual(texts('figcaption'), [
    'Hosts of a page',
    'Requests of a page',
    'Bytes of a page',
    'Connections of a page',
    'Share of the largest host',
    'Server addresses of a page',
  ])
  const [hosts, , , connections, , servers] = root.querySelectorAll('figure')
  assert.deepEqual(textsWithin(hosts ?? null, '.key-label'), [
    'HTTP/1.1, n = 7',
    'Elkhatib 2014, Table I, n = 8',
  ])
  assert.deepEqual(textsWithin(connections ?? null, '.key-label'), ['HTTP/1.1, n = 7', 'HTTP/2, n = 6'])
  assert.deepEqual(textsWithin(servers ?? null, '.empty-text'), [
    'None of 7 sites has a value of server addresses.',
  ])
})

test('the medians stand beside the papers’', async () => {
  const { root } = await show()
  const rows = textsWithin(root.querySelector('.beside'), 'tr')
  assert.equal(rows[1], 'Requests40.510.5–70.5712825.5')
  assert.equal(rows[4], 'Server addresses––015–')
})

test('the table has a row a site with a link to it, sorted as the address says', async () => {
  const { root } = await show(`campaign=${campaign}&sort=requests&order=desc`)
  const table = root.querySelector('.sites')
  const [, ...rows] = textsWithin(table, 'tr')
  assert.deepEqual(
    rows.map((row) => row.slice(0, 10)),
    [7, 6, 5, 4, 3, 2, 1].map((rank) => `site${rank}.test`),
  )
  assert.equal(rows[0], 'site7.test770.51.00 MB7.5070.0 %42.5–––=HYPERLINK("evil")–2')
  const links = table?.querySelectorAll('a').map(({ attributes }) => attributes.get('href'))
  assert.ok(links?.includes('/sites/site7.test'))
})

test('the arm comes from the address and changes the words, the curves and the table', async () => {
  const shown = await show(`campaign=${campaign}&arm=h2`)
  assert.match(shown.texts('.lede')[0] ?? '', /^The median page makes 35\.5 requests \(10\.5–60\.5\)\. /)
  assert.deepEqual(shown.pinned, { campaign: String(campaign), arm: 'h2' })
  shown.choose('#arm', 'h1')
  shown.choose('#campaign', '1')
  shown.choose('#scale', 'linear')
  assert.deepEqual(shown.choices, [
    { arm: null, page: null },
    { campaign: '1', page: null },
    { scale: 'linear' },
  ])
})

test('without a campaign one line says so', async () => {
  const shown = await showView(pages, {
    answers: { '/campaigns': { campaigns: [] }, '/defaults': NO_DEFAULTS },
  })
  assert.equal(
    shown.text,
    'What pages are made ofNo campaign has loaded pages yet, so there is nothing to describe.',
  )
})
