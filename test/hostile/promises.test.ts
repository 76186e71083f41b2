import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '../..')
const PAGE = join(ROOT, 'docs/safety.md')
/** Beside `test/hostile/`, tests of what strangers send to the server, and of what the dashboard shows of it. */
const OTHERS = ['test/server/http/host-field.test.ts', 'test/web/views/site/hostile-names.test.ts']
const TITLE = /^\s*(?:test|onOwnPostgres|onOwnPostgresPrograms)\(\s*'((?:[^'\\]|\\.)+)'/gm

/** A row of the table for each file of tests, with all their titles. */
function heldPromises(): string[] {
  const ours = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.test.ts') && name !== 'promises.test.ts')
    .map((name) => `test/hostile/${name}`)
  return [...ours, ...OTHERS].toSorted().map((file) => {
    const code = readFileSync(join(ROOT, file), 'utf8')
    const titles = [...code.matchAll(TITLE)].map(([, title = '']) => title.replaceAll('\\', ''))
    const calls = code.match(/^\s*(?:test|onOwnPostgres|onOwnPostgresPrograms)\(/gm) ?? []
    assert.equal(
      titles.length,
      calls.length,
      `${file}: a title is a plain text, so that it can stand in the table`,
    )
    return `| ${titles.map((title) => title.replaceAll('|', '\\|')).join('<br>')} | \`${file}\` |`
  })
}

test('docs/safety.md promises against strangers what these tests hold', () => {
  const page = readFileSync(PAGE, 'utf8')
  const [before = '', section = ''] = page.split('## What strangers give us')
  const [head = '', ...rest] = section.split('| --- | --- |\n')
  const expected = `${head}| --- | --- |\n${heldPromises().join('\n')}\n`
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(PAGE, `${before}## What strangers give us${expected}`)
  else
    assert.equal(
      [head, ...rest].join('| --- | --- |\n'),
      expected,
      'UPDATE_GOLDEN=1 node --test test/hostile/promises.test.ts writes it anew',
    )
})
