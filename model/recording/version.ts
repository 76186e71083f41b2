/** Marks every recording as such in `format`, so that a file can be told from others. */
export const RECORDING_FORMAT = 'towline-recording'

/**
 * Version of the folder format. The major number rises where an older reader would misread what is written, and that reader
 * then refuses it; the minor one where fields were added, which an older reader ignores.
 */
export const RECORDING_VERSION = { major: 2, minor: 2 } as const
