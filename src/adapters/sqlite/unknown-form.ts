/** SQL of a schema, or a row under it, that this reader cannot be sure to understand. Says what, in lower case. */
export class UnknownForm extends Error {}
