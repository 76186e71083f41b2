import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EMBED_FIGURES, EMBED_WIDTH_PX } from '../../../server/contract/embed-figures.ts'
import { servePlainFiles } from '../../servers/plain-files.ts'
import { testFolder } from '../../test-folder.ts'
import { violations } from './axe.ts'
import { inBrowser } from './dashboard.ts'
import { assertFitsPhones } from './every-screen.ts'

inBrowser('each figure fits the frame that it asks for, suits axe-core and phones', async ({ visitor }) => {
  for (const [figure, { heightPx }] of Object.entries(EMBED_FIGURES)) {
    const path = `/embed/${figure}?site=site1.test`
    await visitor.open(path)
    await visitor.resize({ width: EMBED_WIDTH_PX, height: heightPx })
    assert.equal((await visitor.texts('.figure svg')).length, 1, path)
    const neededPx = await visitor.ask<number>('document.scrollingElement.scrollHeight')
    assert.ok(neededPx <= heightPx, `${figure} needs ${neededPx} px of ${heightPx}`)
    assert.deepEqual(await violations(visitor), [], path)
    await assertFitsPhones(visitor, path)
    assert.equal(await visitor.ask(`document.querySelector('base').target`), '_blank')
  }
})

inBrowser(
  'the code beside a figure shows it on a page of another site, and no other page of ours',
  async ({ visitor, server }) => {
    await visitor.open('/sites/site1.test')
    const codes = await visitor.texts('.embed-code pre')
    assert.deepEqual(
      codes.map((code) => /\/embed\/([a-z]+)\?site=site1\.test&amp;/.exec(code)?.[1]),
      ['gains', 'cdf'],
    )
    const folder = testFolder()
    const own = `<iframe src="${server.url}/sites/site1.test"></iframe>`
    await writeFile(join(folder, 'index.html'), `<!doctype html><title>x</title>${codes.join('')}${own}`)
    await writeFile(join(folder, '404.html'), '')
    await using host = await servePlainFiles(folder)
    const page = await visitor.context.newPage()
    await page.goto(`${host.url}/index.html`)
    for (const iframe of await page.$$('iframe')) await iframe.scrollIntoView()
    const framed = async (part: string) =>
      (await page.waitForFrame((frame) => frame.url().includes(part))).waitForSelector('.figure svg.chart')
    assert.ok(await framed('/embed/gains'))
    assert.ok(await framed('/embed/cdf'))
    const refused = page.frames().filter((frame) => frame.url().startsWith('chrome-error:'))
    assert.equal(refused.length, 1)
  },
)

inBrowser(
  'a figure follows the theme that its frame asks for, and links to its place on our pages',
  async ({ visitor }) => {
    await visitor.open('/embed/cdf?site=site1.test&theme=dark&metric=ttfb_ms')
    assert.equal(await visitor.ask('document.documentElement.dataset.theme'), 'dark')
    const href = await visitor.ask<string>(`document.querySelector('#whole').href`)
    assert.match(href, /\/sites\/site1\.test\?campaign=1&metric=ttfb_ms#cdf$/)
  },
)

inBrowser(
  'a figure of what is not there says so in a sentence',
  async ({ visitor }) => {
    await visitor.open('/embed/gains?site=nowhere.test')
    assert.deepEqual(await visitor.texts('.failure p'), ['404: There is no such site.'])
  },
  { expected: /^404: / },
)
