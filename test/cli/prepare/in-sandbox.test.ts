import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Command } from 'commander'
import { checkCommand } from '../../../cli/check/check.ts'
import { crawlCommand } from '../../../cli/probe/crawl.ts'
import { probeCommand } from '../../../cli/probe/probe.ts'
import { argv } from '../towline.ts'

test('every command with --sandbox takes the options by which the sandbox passes it its network', () => {
  const commands: Command[] = [checkCommand(), crawlCommand(), probeCommand()]
  for (const command of commands) {
    const flags = command.options.map(({ long }) => long)
    for (const flag of argv`--sandbox --link --resolver --ca --allow-address --h3-canary --cache`)
      assert.ok(flags.includes(flag), `${command.name()} ${flag}`)
  }
})

test('every command whose worker may be replaced takes --resume, by which the next one continues', () => {
  for (const command of [checkCommand(), crawlCommand(), probeCommand()])
    assert.ok(
      command.options.some(({ long }) => long === '--resume'),
      command.name(),
    )
})
