import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { assertShown, RUNNERS } from '../../documents/data-answers.ts'
import { dataPlace, needsExport, SNIPPETS } from '../../documents/data-snippets.ts'
import { opened } from '../../opened.ts'
import { servePlainFiles } from '../../servers/plain-files.ts'
import { inBrowser } from '../../web/browser/dashboard.ts'
import { openVisitor, type Visitor } from '../../web/browser/visitor.ts'

const place = opened(() => dataPlace({ exported: true }))

SNIPPETS.forEach((snippet, index) => {
  if (!needsExport(snippet)) return
  const { language, needs, question } = snippet
  const title = `snippet ${index + 1} of docs/data.md (${needs ?? language}, ${question}) says what the dashboard shows`
  const runner = RUNNERS[needs ?? language]
  test(title, { skip: runner?.skip ?? 'there is nothing to run it with' }, async () => {
    if (runner === undefined) return
    assertShown(place, snippet, await place.run(runner.program, runner.args(place.codeOf(snippet))))
  })
})

inBrowser('an export shows every page from plain files, and says what it left out', async ({ browser }) => {
  assert.match(
    place.exported ?? '',
    /the dashboard with \d+ answers, \d+\.\d MB, of it \d+ HARs, \d+\.\d MB\nleft out: /,
  )
  assert.equal((await readdir(place.folder)).includes('site.partial'), false)
  await using files = await servePlainFiles(join(place.folder, 'site'))
  await using visitor = await openVisitor(browser, { url: files.url })
  await visitor.open('/sites?probed=yes')
  const [domain = ''] = await visitor.texts('table.sites tbody th a')
  assert.notEqual(domain, '')
  for (const path of [
    '/',
    '/sites',
    '/sites?sort=domain&order=desc',
    `/sites/${domain}`,
    '/pages',
    '/pages?arm=h2&order=desc&sort=requests',
    '/lab',
    '/replay',
    '/load',
    '/field',
    '/method',
  ]) {
    await visitor.open(path)
    assert.deepEqual(await visitor.texts('.failure'), [], path)
    assert.equal((await visitor.texts('h1')).length, 1, path)
    assert.match((await visitor.texts('.foot')).join(), /A static export\. Left out: .*HARs/, path)
    assert.deepEqual(await visitor.texts('input[type=search]'), [], path)
    for (const href of await visitor.page.$$eval('a[href^="/api/v1"]', (links) =>
      links.map((link) => link.getAttribute('href') ?? ''),
    ))
      assert.equal((await fetch(files.url + href)).status, 200, href)
  }
  assert.deepEqual(visitor.complaints, [])
  await using other = await openVisitor(browser, { url: place.address })
  for (const path of ['/', '/sites', '/pages', `/sites/${domain}`]) {
    await visitor.open(path)
    await other.open(path)
    // The search fields of tables are not in an export.
    const selector = path === '/sites' ? '#main table, .pager' : '#main'
    // The code for embedding a figure names where the page is served.
    const texts = async ({ texts: of }: Visitor, url: string) =>
      (await of(selector)).map((text) => text.replaceAll(new URL(url).origin, ''))
    const [shown, expected] = [await texts(visitor, files.url), await texts(other, place.address)]
    assert.match(expected.join(), /\d/)
    assert.deepEqual(shown, expected, path)
  }
  await visitor.open('/sites')
  for (const [name, value] of [
    ['protocol', 'h3'],
    ['metric', 'ttfb_ms'],
    ['probed', 'yes'],
  ] as const) {
    await visitor.redraw(() => visitor.page.select(`#${name}`, value))
    assert.deepEqual(await visitor.texts('.failure'), [], name)
    assert.equal(new URL(visitor.page.url()).search, `?${name}=${value}`)
  }
  await visitor.open('/sites?q=zz')
  assert.match((await visitor.texts('.failure')).join(), /static export has no file for this choice/)
})
