import assert from 'node:assert/strict'
import { after } from 'node:test'
import { type InBrowser, inBrowser } from './dashboard.ts'
import { type FaultyFront, openFaultyFront } from './faulty-front.ts'
import { borrowVisitor, type Visitor } from './visitor.ts'

/** One for all tests, so that their visitors are of one origin. */
let opened: Promise<FaultyFront> | null = null
after(async () => (await opened)?.[Symbol.asyncDispose]())

/** A visitor who reaches the dashboard through a front that spoils answers. */
function throughFront(title: string, run: (visitor: Visitor, front: FaultyFront) => Promise<void>): void {
  inBrowser(title, async ({ browser, server }: InBrowser) => {
    opened ??= openFaultyFront(server.url)
    const front = await opened
    front.heal()
    await using visitor = await borrowVisitor(browser, front)
    await run(visitor, front)
    const others = visitor.complaints.filter((each) => !/^50[02]: \/api/.test(each))
    assert.deepEqual(others, [])
  })
}

const RANKING = `[aria-labelledby=ranking-heading]`

throughFront(
  'what is loading has a place of its own that says so, and the rest is shown',
  async (visitor, front) => {
    const { page } = visitor
    front.spoil(/ranking\?.*arm=h3-altsvc/, 'waits')
    await page.goto(`${front.url}/?arm=h3-altsvc`)
    await visitor.until(`document.querySelector('#adoption svg') && document.querySelector('#trend svg')`)
    assert.deepEqual(await visitor.texts(`${RANKING} [aria-busy=true]`), ['Loading the ranking of sites …'])
    const box = await (await page.$(`${RANKING} .skeleton`))?.boundingBox()
    assert.ok((box?.height ?? 0) > 200, 'about the room that the chart will take')
    front.heal()
    await visitor.until(
      `document.querySelector('#ranking svg') && !document.querySelector('[aria-busy], .skeleton')`,
    )
  },
)

throughFront(
  'until the first answer is there a grey shape waits in the page’s place',
  async (visitor, front) => {
    const { page } = visitor
    front.spoil(/\/meta/, 'waits')
    await page.goto(`${front.url}/sites`)
    await page.waitForSelector('#waiting .skeleton', { visible: true })
    assert.equal(await page.$eval('#main', ({ hidden }) => hidden), true)
    front.heal()
    await visitor.arrive('Sites')
    assert.equal(await page.$('#waiting'), null)
  },
)

for (const [fault, said] of [
  ['fails', 'A fault in towline: it has been logged.'],
  ['fails-without-json', 'The server answered 502 with something that is not JSON.'],
  ['breaks', 'The server could not be reached.'],
] as const)
  throughFront(
    `a part that cannot be had says why (${fault}), and is there after another try`,
    async (visitor, front) => {
      const { page } = visitor
      front.spoil(/ranking\?.*arm=h3-altsvc/, fault)
      await visitor.open('/?arm=h3-altsvc')
      assert.deepEqual(await visitor.texts('[role=alert] p'), [
        `Could not load the ranking of sites. ${said}`,
      ])
      assert.ok(await page.$('#adoption svg'), 'the rest is shown')
      // In vain, and once more.
      await page.click('[role=alert] button')
      await visitor.until(`document.querySelector('[role=alert]') && !document.querySelector('[aria-busy]')`)
      front.heal()
      await page.click('[role=alert] button')
      await page.waitForSelector('#ranking svg')
      assert.equal(await page.$('[role=alert]'), null)
    },
  )

throughFront(
  'a page that cannot be shown at all says why, and is there after another try',
  async (visitor, front) => {
    const { page } = visitor
    front.spoil(/\/meta/, 'fails')
    await page.goto(`${front.url}/`)
    await page.waitForSelector('[role=alert]')
    assert.deepEqual(await visitor.texts('#main p'), [
      'This page could not be shown. The server does not say what data it has.',
    ])
    front.heal()
    // What the data is is asked for again when the next page is shown.
    await page.click('nav.pages a[href="/field"]')
    await visitor.arrive('Field')
    await page.click('nav.pages a[href="/"]')
    await visitor.arrive('Overview')
    assert.ok(await page.$('#adoption svg'))
  },
)

throughFront('the focus comes back to a heading of a table that takes its time', async (visitor, front) => {
  const { page } = visitor
  await visitor.open('/sites')
  front.spoil(/\/v1\/sites/, 'waits')
  await page.click('#sort-rttMs')
  await page.waitForSelector('#main .skeleton')
  front.heal()
  await visitor.until(`document.activeElement.id === 'sort-rttMs'`)
})

throughFront(
  'who leaves a page that is loading gives its requests up and is not called back',
  async (visitor, front) => {
    const { page } = visitor
    const givenUp: string[] = []
    page.on('requestfailed', (request) => givenUp.push(request.url().replace(/\?.*/, '')))
    front.spoil(/\/v1\/sites/, 'waits')
    await visitor.open('/field')
    await page.click('nav.pages a[href="/sites"]')
    await page.waitForSelector('#main .skeleton')
    await page.click('nav.pages a[href="/field"]')
    await visitor.arrive('Field')
    assert.deepEqual(givenUp, [`${front.url}/api/v1/sites`])
    assert.deepEqual(await visitor.texts('h1'), ['Field'])
    assert.equal(await page.$('[role=alert]'), null)
  },
)

inBrowser(
  'an arm whose loads have no HAR is said to have no waterfall, and none is asked for',
  async (given) => {
    const { visitor } = given
    const why = 'There is no waterfall of HTTP/3: the HAR of its median load is not stored.'
    await visitor.open('/sites/site1.test?left=h2&right=h3')
    assert.deepEqual(await visitor.texts('#waterfall figcaption'), ['Waterfall: HTTP/2'])
    assert.ok((await visitor.texts('#main p')).includes(why))
    await visitor.open('/sites/site1.test?left=h3&right=h3')
    assert.equal(await visitor.page.$('#waterfall'), null)
    assert.deepEqual(await visitor.texts('#main .nothing'), [why])
    await visitor.open('/sites/site1.test?left=h1&right=h2')
    assert.ok(!(await visitor.texts('#main p')).includes(why))
  },
)
