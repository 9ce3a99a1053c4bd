import { useEffect, useRef, useState } from 'preact/hooks';

/** A text that is being typed. It is handed on once nothing more comes for a moment; until then it is ahead of what was handed on. */
export function useTyped(handedOn: string, patienceMs: number, onText: (text: string) => void) {
  const [text, setText] = useState(handedOn);
  const own = useRef(handedOn);
  const tell = useRef(onText);
  tell.current = onText;
  useEffect(() => {
    // Not ours: somebody went back, or followed a link.
    if (handedOn !== own.current) setText(handedOn);
    own.current = handedOn;
  }, [handedOn]);
  useEffect(() => {
    if (text === own.current) return;
    const timer = setTimeout(() => {
      own.current = text;
      tell.current(text);
    }, patienceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return { text, write: setText, isAhead: text !== handedOn };
}
