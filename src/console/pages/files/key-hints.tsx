/** What stands where a file will be: the keys. */
export function KeyHints() {
  return (
    <aside class="files-hints" aria-label="Keys">
      <p>Choose a file to see what is in it.</p>
      <dl>
        <dt>
          <kbd>/</kbd>
        </dt>
        <dd>to the search field</dd>
        <dt>
          <kbd>↑</kbd> <kbd>↓</kbd>
        </dt>
        <dd>through the files</dd>
        <dt>
          <kbd>Enter</kbd>
        </dt>
        <dd>open the file here</dd>
        <dt>
          <kbd>Esc</kbd>
        </dt>
        <dd>stop, or back</dd>
      </dl>
    </aside>
  );
}
