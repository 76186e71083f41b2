import assert from 'node:assert/strict'
import { WEB_FOLDER } from '../../../cli/data/serve.ts'
import { beginCheck, endCheck } from '../../../db/checks/check-leases.ts'
import { type Served, served } from '../../server/served.ts'
import { violations } from './axe.ts'
import { inBrowser } from './dashboard.ts'
import { assertFitsPhones, assertSuitsThemes } from './every-screen.ts'
import { openVisitor, type Visitor } from './visitor.ts'

const DAY = '2026-11-28'

function boxServer(): Promise<Served> {
  const checks = { perDay: 50, perAddress: 5, ownNetwork: false, enqueue: async () => {} }
  return served({ webFolder: WEB_FOLDER, checks })
}

async function finish({ writer }: Served): Promise<void> {
  const check = await beginCheck(writer, 'test', 60_000, DAY)
  assert.ok(check !== null)
  const arm = { validLoads: 6, leftOutLoads: 1, medianMs: 812.4 }
  const result = JSON.stringify({
    ...{ browser: 'Chrome 156.0.8078.108', internet: true, baseline: 'h1' },
    sentences: [
      'Answers HTTP/1.1, HTTP/2, HTTP/3; announces HTTP/3 by Alt-Svc and an HTTPS record.',
      'HTTP/2 is faster than HTTP/1.1 by 162 ms: 650 ms instead of 812 ms (gain 1.25, 95 % interval 1.10 to 1.40, 6 rounds).',
    ],
    arms: [
      { ...arm, arm: 'h1', label: 'HTTP/1.1', gain: null, gainInterval: null },
      { ...arm, arm: 'h2', label: 'HTTP/2', gain: 1.25, gainInterval: [1.1, 1.4] },
    ],
  })
  const report =
    '<!doctype html><html lang="en"><title>Report</title><style>p{color:rgb(1,2,3)}</style><p>All loads</p>'
  await writer.write((query) => endCheck(query, check, { result, report }, `${DAY}T10:02:00.000Z`))
}

async function type({ page }: Visitor, url: string): Promise<void> {
  await page.evaluate(`document.querySelector('#check-url').value = ''`)
  await page.type('#check-url', url)
  await page.keyboard.press('Enter')
}

inBrowser(
  'a visitor asks for a check by the keyboard, waits on its page, and sees the result there',
  async ({ browser }) => {
    await using server = await boxServer()
    await using visitor = await openVisitor(browser, server)
    const { page } = visitor
    await visitor.open('/')
    await page.waitForSelector('#checks-link:not([hidden])')
    await Promise.all([page.waitForNavigation(), page.click('#checks-link')])
    await type(visitor, 'http://127.0.0.1/')
    await visitor.until(`document.querySelector('#check-problem').textContent !== ''`)
    assert.deepEqual(await visitor.texts('#check-problem'), [
      'Pages are checked by the name of their host, not by an address.',
    ])
    assert.equal(await visitor.ask('document.activeElement.id'), 'check-url')
    await assertSuitsThemes(visitor, '/checks')
    await Promise.all([page.waitForNavigation(), type(visitor, 'example.com/shop')])
    assert.equal(await visitor.ask('location.pathname'), '/checks/1')
    assert.match((await visitor.texts('[role=status]')).join(), /^Waiting\. It is next\./)
    await finish(server)
    // Nobody touches the page: it loads itself anew.
    await visitor.until(`document.querySelectorAll('.check-sentences li').length === 2`)
    assert.deepEqual(await visitor.texts('.check-table tbody tr:last-child td'), [
      ...['HTTP/2', '6', '1', '812', '1.25', '1.10–1.40'],
    ])
    await assertSuitsThemes(visitor, '/checks/1')
    await assertFitsPhones(visitor, '/checks/1')
    await Promise.all([page.waitForNavigation(), page.click('a[href="/checks/1/report"]')])
    assert.equal(await visitor.ask(`getComputedStyle(document.querySelector('p')).color`), 'rgb(1, 2, 3)')
    await visitor.open('/checks')
    assert.deepEqual(await violations(visitor), [])
    await assertFitsPhones(visitor, '/checks')
    assert.deepEqual(visitor.complaints, ['403: /api/v1/checks'])
  },
)

inBrowser('a server that takes no checks has no link to them, and no form', async ({ visitor }) => {
  await visitor.open('/')
  await visitor.page.waitForSelector('#load-link:not([hidden])')
  assert.equal(await visitor.ask(`document.querySelector('#checks-link').hidden`), true)
  await visitor.open('/checks')
  assert.equal(await visitor.ask(`document.querySelector('#check-form')`), null)
})
