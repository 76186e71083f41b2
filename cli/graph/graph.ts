import { Command } from 'commander'
import { graphMakeCommand } from './graph-make.ts'
import { graphReplayCommand } from './graph-replay.ts'
import { graphShowCommand } from './graph-show.ts'

/** `towline graph`: page loads as graphs of what waits for what. */
export function graphCommand(): Command {
  return new Command('graph')
    .description('A page load as a graph: what it fetched and computed, and what waited for what.')
    .addCommand(graphMakeCommand())
    .addCommand(graphShowCommand())
    .addCommand(graphReplayCommand())
}
