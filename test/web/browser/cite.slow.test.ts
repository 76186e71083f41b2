import assert from 'node:assert/strict'
import { inBrowser } from './dashboard.ts'
import type { Visitor } from './visitor.ts'

/** Opens the box and resolves to the citations: as text, and as BibTeX. */
async function cite({ page, texts }: Visitor): Promise<readonly string[]> {
  await page.click('#cite summary')
  await page.waitForSelector('.citation')
  return texts('.citation pre')
}

inBrowser('every view of data can be cited: what, from when, n, version, link, licence', async (given) => {
  const { visitor, server } = given
  const { tool } = await server.answer('meta', '/meta')
  for (const [path, title, source] of [
    [
      '/',
      'Overview',
      /gain in page load time, .*Campaign 1 of 2026-11-21: 3 sites, up to 12 rounds.*Survey 1 of 2026-11-21: 30 sites/,
    ],
    ['/sites', 'Sites', /Campaign 1 of 2026-11-21.*Survey 1 of 2026-11-21/],
    [
      '/sites/site1.test?metric=lcp_ms',
      'site1.test',
      /Campaign 1 of 2026-11-21: \d+ valid loads, \d+ left out/,
    ],
    ['/pages', 'Pages', /Campaign 1 of 2026-11-21/],
    ['/lab', 'Lab', /Lab run 1 .* of 2026-11-21: \d+ conditions, emulated links/],
    ['/field', 'Field', /Field study \S+ of the week of \d{4}-\d\d-\d\d: \d+ released sites/],
    ['/field/site1.test', 'site1.test in the field', /up to \d+ contributors a protocol/],
  ] as const) {
    await visitor.open(path)
    const [text = '', bibtex = ''] = await cite(visitor)
    const words = `${path}: ${text}`
    assert.ok(text.startsWith('towline contributors (2026). “'), words)
    assert.ok(text.includes(`“${title}: `), words)
    assert.match(text, source, words)
    assert.ok(text.includes(`Measured with towline ${tool.version}. Licence of the data: CC-BY-4.0.`), words)
    assert.match(text, /\(accessed \d{4}-\d\d-\d\d\)\.$/, words)
    const [href = ''] = /http:\S+/.exec(text) ?? []
    assert.match(bibtex, /^@misc\{towline-[a-z0-9-]+,\n {2}author = \{\{towline contributors\}\},\n/)
    assert.ok(bibtex.includes(`\\url{${href}}`), bibtex)
    // Whoever follows the link sees the same.
    const shown = await visitor.texts('#main')
    await visitor.open(href.slice(server.url.length))
    await visitor.arrive(title)
    assert.deepEqual(await visitor.texts('#main'), shown, href)
  }
})

inBrowser('the citation follows what is chosen, and is copied whole', async ({ visitor, server }) => {
  const { page } = visitor
  await visitor.context.overridePermissions(server.url, ['clipboard-read', 'clipboard-sanitized-write'])
  await visitor.open('/')
  await cite(visitor)
  await visitor.redraw(() => page.select('#metric', 'lcp_ms'))
  await visitor.until(`document.querySelector('.citation pre').textContent.includes('metric=lcp_ms')`)
  for (const [n, name] of ['Text', 'BibTeX'].entries()) {
    await page.click(`.citation[aria-label=${name}] button`)
    await visitor.until(
      `document.querySelector('.citation[aria-label=${name}] output').textContent === 'Copied'`,
    )
    assert.equal(
      await visitor.ask('navigator.clipboard.readText()'),
      (await visitor.texts('.citation pre'))[n],
    )
  }
})

inBrowser(
  'pages without data have no citation, and the footer names the licence of the data',
  async ({ visitor }) => {
    for (const path of ['/method', '/nowhere', '/field/site9.test']) {
      await visitor.open(path)
      assert.equal(
        await visitor.ask(`document.querySelector('#cite').hidden`),
        path !== '/field/site9.test',
        path,
      )
      assert.deepEqual(await visitor.texts('#data-license a[rel=license]'), [
        'Creative Commons Attribution 4.0 International',
      ])
    }
  },
  { expected: /^404: \/nowhere$/ },
)
