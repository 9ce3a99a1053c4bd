import type { Hello } from '../../mcp/server-types.ts';
import { Notice } from '../../ui/notice.tsx';

interface TokenChoiceProps {
  readonly hello: Hello;
  /** Whether the token stands in the texts. */
  readonly isIn: boolean;
  readonly onChange: (isIn: boolean) => void;
}

/** Says whether a token is needed, and puts this page's own into the texts when somebody wants that. */
export function TokenChoice({ hello, isIn, onChange }: TokenChoiceProps) {
  if (!hello.tokens) {
    return (
      <p class="muted">No token is needed: this server answers the programs of its own account on this machine.</p>
    );
  }
  return (
    <Notice kind={isIn ? 'warning' : 'info'}>
      <span>
        {isIn
          ? 'Your token stands in the texts below. Whoever has it may do what you may: keep them to yourself.'
          : 'This server wants a token.'}
      </span>
      <button type="button" class="button small" onClick={() => onChange(!isIn)}>
        {isIn ? 'Take it out' : 'Put my token in'}
      </button>
    </Notice>
  );
}
