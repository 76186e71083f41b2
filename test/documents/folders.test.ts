import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { textOf } from './prose.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Folders of the repository, as `crawler/` and `crawler/list/`. */
function foldersOfTree(): string[] {
  const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n')
  const parents = files.map((file) => file.split('/').slice(0, -1))
  const names = parents.flatMap((parts) => [parts.slice(0, 1), parts.slice(0, 2)])
  return [
    ...new Set(names.filter(({ length }) => length > 0).map((parts) => `${parts.join('/')}/`)),
  ].toSorted()
}

/** Those of the table: a row has folders, what they are, and the folders in them. */
function foldersOfTable(): string[] {
  const section = textOf('docs/architecture.md').split('\n## Folders\n')[1]?.split('\n## ')[0] ?? ''
  const named = (text: string) => Array.from(text.matchAll(/`([\w.-]+\/)`/g), ([, name = '']) => name)
  return [...section.matchAll(/^\| (`.+?) \|(.*)$/gm)]
    .flatMap(([, first = '', rest = '']) => {
      const folders = named(first)
      return [...folders, ...named(rest).map((name) => `${folders[0]}${name}`)]
    })
    .toSorted()
}

test('the table of folders in docs/architecture.md has every folder of the tree, of two levels, and no other', () => {
  const tree = foldersOfTree()
  assert.ok(tree.length > 100)
  assert.deepEqual(foldersOfTable(), tree)
})
