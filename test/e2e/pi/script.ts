/** What the model of the scripted provider says: turn by turn, the calls of one message. */

export interface ScriptedCall {
  readonly name: string;
  readonly args: Record<string, unknown>;
  readonly id?: string;
}
