/** A file's path and text. */
export type MadeFile = readonly [file: string, text: string]
