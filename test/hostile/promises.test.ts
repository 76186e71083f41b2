import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '../..')
/** Beside `test/hostile/`, tests of what strangers send to the server, and of what the dashboard shows of it. */
const OTHERS = ['test/server/http/host-field.test.ts', 'test/web/views/site/hostile-names.test.ts']
const TITLE = /^(?:test|onOwnPostgres|onOwnPostgresPrograms)\(\s*'((?:[^'\\]|\\.)+)'/gm

/** Titles of tests, each with its file, as rows of the table. */
function heldPromises(): string[] {
  const ours = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `test/hostile/${name}`)
  return [...ours, ...OTHERS].toSorted().flatMap((file) => {
    const code = readFileSync(join(ROOT, file), 'utf8')
    const titles = [...code.matchAll(TITLE)].map(([, title = '']) => title.replaceAll('\\', ''))
    const calls = code.match(/^\s*(?:test|onOwnPostgres|onOwnPostgresPrograms)\(/gm) ?? []
    assert.equal(
      titles.length,
      calls.length,
      `${file}: a title is a plain text, so that it can stand in the table`,
    )
    return titles.map((title) => `| ${title.replaceAll('|', '\\|')} | \`${file}\` |`)
  })
}

test('docs/safety.md promises against strangers what these tests hold', () => {
  const section =
    readFileSync(join(ROOT, 'docs/safety.md'), 'utf8').split('## What strangers give us')[1] ?? ''
  const rows = section.match(/^\| .* \| `test\/[^`]+` \|$/gm) ?? []
  assert.deepEqual(rows.toSorted(), heldPromises().toSorted())
})
