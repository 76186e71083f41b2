import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { ENTRY } from '../../cli/options/entry.ts'
import { environment, temporaryFolder } from './towline.ts'

const ROOT = join(import.meta.dirname, '../..')

/** The most modules that a command may load: a little above what it needs. Of packages, commander has 7. */
const BOUNDS: readonly (readonly [command: string, own: number, packages: number])[] = [
  ['--version', 24, 10],
  ['help', 24, 10],
  ['--unknown', 24, 10],
  ['check --help', 66, 10],
  ['serve --help', 38, 10],
  ['survey show --database recorded.sqlite', 83, 110],
  ['campaign show --database recorded.sqlite', 99, 110],
]

for (const [command, own, packages] of BOUNDS)
  test(`\`towline ${command}\` loads at most ${own} modules of ours and ${packages} of packages`, async () => {
    await using folder = await temporaryFolder()
    await copyFile(join(ROOT, 'demo/recorded.sqlite'), join(folder.path, 'recorded.sqlite'))
    const loaded = await loadedBy(command.split(' '), folder.path)
    const [ofPackages, ofOurs] = [true, false].map((isPackage) =>
      loaded.filter((path) => path.includes('node_modules/') === isPackage),
    )
    assertAtMost(ofOurs ?? [], own, (path) => path.split('/').slice(0, 2).join('/'))
    assertAtMost(ofPackages ?? [], packages, (path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1])
  })

/** Paths of the modules that the command loads, and of those that they load, from the root of the project. */
async function loadedBy(args: readonly string[], cwd: string): Promise<readonly string[]> {
  const file = join(cwd, 'loaded-modules')
  const hook = join(import.meta.dirname, 'loaded-modules.ts')
  const child = spawn(process.execPath, ['--import', hook, ENTRY, ...args], {
    cwd,
    env: environment({ TOWLINE_LOADED_MODULES: file }),
    stdio: 'ignore',
  })
  await once(child, 'exit')
  const root = `file://${ROOT}/`
  return (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map((url) => url.replace(root, ''))
}

function assertAtMost(
  paths: readonly string[],
  most: number,
  groupOf: (path: string) => string | undefined,
): void {
  const heaviest = [...Map.groupBy(paths, groupOf)]
    .map(([group, members]) => ({ group, count: members.length }))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, 6)
    .map(({ group, count }) => `${group} ${count}`)
  assert.ok(paths.length > 0)
  assert.ok(paths.length <= most, `${paths.length} modules, most of ${heaviest.join(', ')}`)
}
