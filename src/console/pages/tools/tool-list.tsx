import { useState } from 'preact/hooks';
import { hrefTo } from '../../router.ts';
import { useServer } from '../../server.tsx';
import { Empty } from '../../ui/empty.tsx';
import { counted } from '../../ui/format.ts';
import { type CatalogueTool, grouped, matches, type ToolGroup } from './catalogue.ts';
import { LastAnswers } from './last-answers.tsx';
import { ToolHints } from './tool-hints.tsx';

/** All tools by toolset, and a search. */
export function ToolList({ tools }: { tools: readonly CatalogueTool[] }) {
  const { hello } = useServer();
  const [search, setSearch] = useState('');
  const found = tools.filter((tool) => matches(tool, search));
  return (
    <>
      <div class="page-head">
        <h1>Tools</h1>
        <p class="muted tool-count" role="status">
          {search.trim() === '' ? counted(tools.length, 'tool') : `${found.length} of ${counted(tools.length, 'tool')}`}
        </p>
        <label class="tool-search">
          <span class="visually-hidden">Search tools</span>
          <input
            type="search"
            placeholder="Search names, words, arguments"
            value={search}
            onInput={(event) => setSearch(event.currentTarget.value)}
          />
        </label>
      </div>
      {found.length === 0 && (
        <Empty title="No tool matches.">
          <button type="button" class="button" onClick={() => setSearch('')}>
            Show all tools
          </button>
        </Empty>
      )}
      <div>
        {grouped(found, hello?.toolsets ?? []).map((group) => (
          <Group key={group.id} group={group} />
        ))}
      </div>
      <LastAnswers />
    </>
  );
}

function Group({ group: { id, title, tools } }: { group: ToolGroup }) {
  return (
    <section class="card tool-group">
      <h2>
        <span class={`string-mark string-${id}`} aria-hidden="true" /> {title}
        <span class="muted tool-group-count">{tools.length}</span>
      </h2>
      <ul class="tool-rows">
        {tools.map((tool) => (
          <li key={tool.name}>
            <a class="tool-row" href={hrefTo('tools', [tool.name])}>
              <span class="tool-row-head">
                <code>{tool.name}</code>
                <ToolHints tool={tool} short />
              </span>
              <span class="tool-row-words">{firstSentence(tool.description)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function firstSentence(text: string): string {
  return /^[^]*?[.!?](?=\s+\p{Lu})/u.exec(text)?.[0] ?? text;
}
