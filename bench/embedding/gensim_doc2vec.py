#!/usr/bin/env python3
"""Words a second of gensim's Doc2Vec (PV-DM, mean of context and document, one worker) on a corpus file that
bench_embedding wrote: a sentence a line, `graph-id word word ...`.

Needs gensim (pip install gensim, in an environment of its own):
    python3 bench/embedding/gensim_doc2vec.py corpus.txt [epochs]
"""
import sys
import time

from gensim.models.doc2vec import Doc2Vec, TaggedDocument

path = sys.argv[1]
epochs = int(sys.argv[2]) if len(sys.argv) > 2 else 1
with open(path) as lines:
    sentences = [TaggedDocument(fields[1:], [fields[0]]) for fields in map(str.split, lines)]
# gensim's window counts only one side.
model = Doc2Vec(dm=1, dm_concat=0, dm_mean=1, vector_size=128, window=4, negative=64, hs=0, min_count=20, sample=0,
                shrink_windows=False, workers=1, epochs=epochs, seed=1)
model.build_vocab(sentences)
words = sum(len(sentence.words) for sentence in sentences) * epochs
wall, processor = time.perf_counter(), time.process_time()
model.train(sentences, total_examples=len(sentences), epochs=epochs)
print(f"gensim: {words} words, {words / (time.perf_counter() - wall):.0f} words/s of wall time, "
      f"{words / (time.process_time() - processor):.0f} of processor time")
