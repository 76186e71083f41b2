import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { importContributable } from '../../../extension/har/contributable-har.ts'
import { READ_REFUSALS } from '../../../web/har/read-refusal.ts'

/** HARs of many makers, beside the repository. They are others’, and only what they come down to is kept here. */
const CORPUS = join(import.meta.dirname, '../../../../shared/corpora/har')
const GOLDEN = join(import.meta.dirname, 'golden/corpus.json')
const REWRITE = 'UPDATE_GOLDEN=1 node --test test/extension/har/corpus.test.ts'

describe('HARs of many makers', {
  skip: !existsSync(CORPUS) && 'the corpora are not beside the repository',
}, () => {
  const found: Record<string, unknown> = {}

  before(async () => {
    const files = readdirSync(CORPUS, { recursive: true, encoding: 'utf8' })
    for (const file of files.filter((name) => /\.(?:harp?|json|gz)$/.test(name)).toSorted()) {
      const read = await importContributable(new Uint8Array(readFileSync(join(CORPUS, file))), '2026-11-21')
      if ('refused' in read) found[file] = read
      else
        found[file] = read.loads.map(({ reduced, contribution, waterfall }) => ({
          ...reduced,
          drawn: waterfall.requests.length,
          dropped: 'dropped' in contribution ? contribution.dropped : null,
        }))
    }
  })

  test('every file is read, or refused with a sentence', () => {
    assert.ok(Object.keys(found).length > 90)
    for (const [file, read] of Object.entries(found)) {
      if (Array.isArray(read)) assert.ok(read.length > 0, file)
      else
        assert.match(
          READ_REFUSALS[(read as { refused: keyof typeof READ_REFUSALS }).refused],
          /^The file .+\.$/,
        )
    }
  })

  test('they come down to what they did before', () => {
    const lines = Object.entries(found).map(([file, read]) =>
      Array.isArray(read)
        ? `  ${JSON.stringify(file)}: [\n${read.map((load) => `    ${JSON.stringify(load)}`).join(',\n')}\n  ]`
        : `  ${JSON.stringify(file)}: ${JSON.stringify(read)}`,
    )
    const text = `{\n${lines.join(',\n')}\n}\n`
    if (process.env.UPDATE_GOLDEN === '1') {
      mkdirSync(join(GOLDEN, '..'), { recursive: true })
      writeFileSync(GOLDEN, text)
    }
    assert.ok(existsSync(GOLDEN), `${REWRITE} writes it`)
    assert.equal(text, readFileSync(GOLDEN, 'utf8'), `it differs; if that is right, ${REWRITE} rewrites it`)
  })
})
