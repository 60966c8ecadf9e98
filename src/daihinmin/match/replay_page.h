// The page of `yomi daihinmin replay --html`: @LANGUAGE@ and @GAMES@ are put in.
#pragma once

#include <string_view>

namespace yomi::daihinmin {

inline constexpr std::string_view kReplayPage = R"page(<!doctype html>
<html lang="@LANGUAGE@">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Daihinmin 大貧民</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 1rem auto; max-width: 60rem; padding: 0 1rem; color: #222; background: #fafaf7; }
.bar { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin: .5rem 0; }
button, select { font: inherit; padding: .25rem .75rem; }
.seat { border: 1px solid #bbb; border-radius: .5rem; padding: .5rem .75rem; margin: .4rem 0; background: #fff; }
.seat.turn { border-color: #1a5fb4; box-shadow: 0 0 0 2px #1a5fb4; }
.seat.out { color: #666; background: #eee; }
.card { display: inline-block; min-width: 2.1rem; padding: 0 .2rem; margin: .1rem; border: 1px solid #999; border-radius: .3rem; text-align: center; background: #fff; color: #222; }
.card.red { color: #b00020; }
.card.right { outline: 2px solid #26734d; }
.tag { border-radius: .8rem; padding: 0 .6rem; margin-left: .4rem; background: #e5e5dd; }
.tag.strong { background: #8a1538; color: #fff; }
#table { font-size: 1.2rem; min-height: 2.4rem; }
small { color: #444; }
</style>
<h1 id="title"></h1>
<div class="bar"><label><span id="w-game"></span> <select id="game"></select></label>
<button id="first">⏮</button><button id="back">◀</button><button id="on">▶</button><button id="last">⏭</button>
<button id="run"></button><span id="where" role="status"></span>
<label><select id="language"><option value="en">English</option><option value="ja">日本語</option></select></label>
<label><input type="checkbox" id="belief"> <span id="w-belief"></span></label></div>
<div id="table"></div>
<div id="seats"></div>
<script>
const games = [@GAMES@];
const words = {
 en: {title: "Daihinmin", game: "Game", turn: "turn", run: "Play", stop: "Stop", belief: "what the one to move may believe", empty: "table empty", locked: "lock", revolution: "revolution", pass: "pass", passed: "has passed", refused: "not legal", clears: "table cleared", gives: "gave", place: "place", end: "end", ranks: ["richest", "rich", "commoner", "poor", "poorest"]},
 ja: {title: "大貧民", game: "試合", turn: "手番", run: "再生", stop: "停止", belief: "手番の推定", empty: "場は空", locked: "縛り", revolution: "革命", pass: "パス", passed: "パス済", refused: "反則", clears: "場が流れた", gives: "渡した:", place: "位", end: "終了", ranks: ["大富豪", "富豪", "平民", "貧民", "大貧民"]}};
let language = document.documentElement.lang, game = 0, turn = 0, timer = null;
const at = id => document.getElementById(id);
const add = (to, kind, text, style) => { const e = document.createElement(kind); e.textContent = text; if (style) e.className = style; to.append(e); return e; };
function card(to, text, right) {
  const suits = {S: "♠", H: "♥", D: "♦", C: "♣"};
  const joker = text.startsWith("JO");
  const shown = joker ? "🃏" + (text.length > 2 ? " " + suits[text[3]] + text[4].replace("T", "10") : "") : suits[text[0]] + text[1].replace("T", "10");
  add(to, "span", shown, "card" + (!joker && "HD".includes(text[0]) ? " red" : "") + (right ? " right" : ""));
}
const cards = (to, text, split, right) => { if (text !== "-" && text !== "pass") for (const one of text.split(split)) card(to, one, right && right(one)); };
function show() {
  const w = words[language], g = games[game], t = g.turns[Math.min(turn, g.turns.length - 1)], over = turn >= g.turns.length;
  document.documentElement.lang = language;
  at("title").textContent = w.title; at("w-game").textContent = w.game; at("w-belief").textContent = w.belief;
  at("run").textContent = timer ? w.stop : w.run;
  at("where").textContent = over ? w.end : w.turn + " " + (turn + 1) + " / " + g.turns.length;
  const table = at("table"); table.replaceChildren();
  if (!over) {
    if (t.t === "pass") add(table, "span", w.empty); else cards(table, t.t, /-(?!\])/);
    if (t.l) add(table, "span", w.locked, "tag strong");
    if (t.r) add(table, "span", w.revolution, "tag strong");
  }
  const seats = at("seats"); seats.replaceChildren();
  g.names.forEach((name, seat) => {
    const out = over || t.h[seat] === "-";
    const box = add(seats, "div", "", "seat" + (!over && t.s === seat ? " turn" : "") + (out ? " out" : ""));
    add(box, "strong", name);
    if (g.ranks[seat] >= 0) add(box, "span", w.ranks[g.ranks[seat]], "tag");
    if (out) add(box, "span", (g.places[seat] + 1) + " " + w.place, "tag");
    if (turn === 0 && g.gifts[seat] !== "-") { add(box, "span", " " + w.gives + " "); cards(box, g.gifts[seat], " "); }
    if (!over && (t.p >> seat & 1)) add(box, "span", w.passed, "tag");
    if (!over && !out) cards(add(box, "div", ""), t.h[seat], " ");
    if (!over && t.s === seat) {
      const line = add(box, "div", "→ ");
      if (t.m === "pass") add(line, "span", w.pass); else cards(line, t.m, /-(?!\])/);
      for (const [on, word] of [[t.x, w.refused], [t.L, w.locked], [t.R, w.revolution], [t.C, w.clears]]) if (on) add(line, "span", word, "tag strong");
      if (t.q >= 0) add(line, "small", " " + t.q.toFixed(3) + " s");
    }
    if (!over && at("belief").checked) for (const [of, list] of t.b) if (of === seat) {
      const line = add(box, "small", "");
      for (const [one, chance] of list) { card(line, one, t.h[seat].split(" ").includes(one)); add(line, "span", chance + "%"); }
    }
  });
}
function go(to) { turn = Math.max(0, Math.min(games[game].turns.length, to)); show(); }
function stop() { clearInterval(timer); timer = null; }
games.forEach((g, i) => { const o = add(at("game"), "option", g.n); o.value = i; });
at("language").value = language;
at("game").onchange = e => { game = +e.target.value; go(0); };
at("language").onchange = e => { language = e.target.value; show(); };
at("belief").onchange = show;
at("first").onclick = () => go(0); at("back").onclick = () => go(turn - 1);
at("on").onclick = () => go(turn + 1); at("last").onclick = () => go(1e9);
at("run").onclick = () => { if (timer) stop(); else timer = setInterval(() => { go(turn + 1); if (turn >= games[game].turns.length) { stop(); show(); } }, 900); show(); };
document.onkeydown = e => { if (e.target.tagName === "SELECT") return; if (e.key === "ArrowRight") go(turn + 1); if (e.key === "ArrowLeft") go(turn - 1); };
show();
</script>
</html>
)page";

}  // namespace yomi::daihinmin
