import { Option } from 'commander'

/** Says which program or kernel feature makes the lab's links. */
export function linkBackendOption(): Option {
  return new Option('--link-backend <backend>', 'default: netem where the kernel has it').choices([
    'netem',
    'rattan',
  ])
}
