import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

const MODULE = join(import.meta.dirname, 'memory-folder.ts')

/** Has a process call it with `parent`, and returns where that would write its temporary files. */
function folderIn(parent: string, env: NodeJS.ProcessEnv = {}): string {
  const { TMPDIR: _, ...inherited } = process.env
  const code = `import { tmpdir } from 'node:os'
    import { writeFileSync } from 'node:fs'
    import { useMemoryFolder } from '${MODULE}'
    useMemoryFolder('${parent}')
    if (tmpdir().startsWith('${parent}')) writeFileSync(tmpdir() + '/left', '')
    console.log(tmpdir())`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    env: { ...inherited, ...env },
    encoding: 'utf8',
  })
  assert.equal(stderr, '')
  return stdout.trim()
}

/** A folder on a file system with enough room, which need not be in memory here. */
function withFolder(run: (parent: string) => void): void {
  const parent = mkdtempSync(join(tmpdir(), 'towline-memory-'))
  try {
    run(parent)
  } finally {
    rmSync(parent, { recursive: true })
  }
}

test('temporary files go into a folder of the run, which is gone after it, with those of runs that were killed', () => {
  withFolder((parent) => {
    const { pid } = spawnSync('true')
    for (const name of [`tl-${pid}`, `tl-${process.pid}`, 'of-others']) mkdirSync(join(parent, name))
    const folder = folderIn(parent)
    assert.match(folder, new RegExp(`^${parent}/tl-[0-9]+$`))
    assert.equal(existsSync(folder), false)
    assert.deepEqual(readdirSync(parent).sort(), ['of-others', `tl-${process.pid}`])
  })
})

test('TMPDIR is obeyed, and a machine without such a folder keeps its own', () => {
  withFolder((parent) => {
    assert.equal(folderIn(parent, { TMPDIR: '/elsewhere' }), '/elsewhere')
    assert.equal(folderIn(join(parent, 'none')), '/tmp')
    assert.deepEqual(readdirSync(parent), [])
  })
})
